import { inMemory } from "./in-memory.js";
import { bareServer } from "./servers.js";

export const setUp = async () => inMemory((await bareServer())());
