import { mergeRegistries, ToolRegistry } from "@toolkiln/runtime";
import { defineTool } from "@toolkiln/runtime/validator";
import { registry } from "@toolkiln/tools/registry";

console.log(registry.getToolsByRiskLevel("safe").length > 5); // → true
console.log((await registry.searchTools("read file")).map(({ id }) => id).includes("file-read")); // → true

const reading = registry.subset(["file-read", "directory-list"]); // typed; a wrong id does not compile
const ping = defineTool({ id: "ping", input: { type: "object" }, run: () => "pong" });
const all = mergeRegistries(reading, ToolRegistry.of(ping));
console.log(all.tools.map(({ id }) => id).join(" ")); // → file-read directory-list ping
