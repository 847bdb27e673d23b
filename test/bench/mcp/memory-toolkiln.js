import { inMemory } from "./in-memory.js";
import { toolkilnServer } from "./servers.js";

export const setUp = async () => inMemory(await (await toolkilnServer()).connect({ era: "legacy" }));
