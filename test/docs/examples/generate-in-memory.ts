import { defaultConfig, generate, memoryHost } from "@toolkiln/generator";

const manifest = `id: hello
description: Greet the person that the caller names.
category: custom
risk: safe
result: text
`;
const files = new Map([["manifests/hello.tool.yaml", manifest]]);
const { diagnostics } = await generate({ host: memoryHost(files), config: defaultConfig });
console.log(diagnostics.length, files.has("generated/tools/hello.ts")); // → 0 true
