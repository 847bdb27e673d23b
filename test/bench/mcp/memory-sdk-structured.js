import { inMemory } from "./in-memory.js";
import { sdkStructuredServer } from "./servers.js";

export const setUp = async () => inMemory((await sdkStructuredServer())());
