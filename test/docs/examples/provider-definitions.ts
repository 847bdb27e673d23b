import { adaptTools, defineProvider, openai, toDefinitions } from "@toolkiln/providers";
import { registry } from "@toolkiln/tools/registry";

const tools = await toDefinitions(registry, "openai", { strict: true }); // typed for the official SDK
console.log(tools[0]?.type); // → function

// With decoders, and a list of lost constraints:
const set = adaptTools(await registry.getToolSpecs(), openai, { strict: true });
const call = set.readCall("file_read", '{ "path": "README.md", "encoding": null }'); // as the model sends it
console.log(call); // → { id: 'file-read', input: { path: 'README.md' } }

// Another limit, and your own provider:
const larger = openai.withLimits({ tools: 200 });
console.log(larger.limits.tools?.value); // → 200
const source = { text: "the manual of our gateway", date: "2026-11", confidence: "A" } as const;
const own = defineProvider({
  name: "x-own",
  limits: { namePattern: { value: "^[a-z-]+$", source }, nameLength: { value: 32, source } },
  dialects: () => [{ name: "own", draft: "draft-07" }],
  define: ({ name, description, schema }) => ({ name, description, schema }),
});
console.log((await toDefinitions(registry, own)).length); // → 17
