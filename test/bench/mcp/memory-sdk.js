import { inMemory } from "./in-memory.js";
import { sdkServer } from "./servers.js";

export const setUp = async () => inMemory((await sdkServer())());
