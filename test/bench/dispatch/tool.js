// The one tool that every case of the dispatch benchmark calls: four parameters, two of them with a default.
import { mkdirSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { analyze, memoryHost, defaultConfig, generate } from "@toolkiln/generator";

export const manifest = `
id: bench-tool
description: A tool with four parameters that does next to nothing.
category: custom
risk: safe
schema:
  properties:
    path: { type: string, minLength: 1, description: A path. }
    encoding: { enum: [utf-8, latin1], default: utf-8, description: An encoding. }
    maxBytes: { type: integer, minimum: 1, maximum: 10485760, default: 1048576, description: A limit. }
    follow: { type: boolean, description: A switch. }
  required: [path]
result: structured
`;

export const validInput = () => ({ path: "README.md", encoding: "utf-8", maxBytes: 10, follow: true });
export const invalidInput = () => ({ path: "", encoding: "utf8", maxBytes: 0 });

/** The body, the same for every case. */
export async function run({ path, maxBytes }) {
  return { path, size: maxBytes };
}

/** Generates the tool and imports what was generated. */
export async function loadGenerated() {
  const files = new Map([["manifests/bench-tool.tool.yaml", manifest]]);
  const host = memoryHost(files);
  const { models } = await analyze(host, defaultConfig);
  await generate({ host, config: defaultConfig });
  const folder = new URL("../../../node_modules/.cache/toolkiln-bench/dispatch/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const code = files
    .get("generated/tools/bench-tool.validator.ts")
    .replaceAll(/: (SchemaValidator|RuleMatcher) =/g, " =");
  const file = new URL(`validator-${process.pid}.js`, folder);
  writeFileSync(
    file,
    code
      .replaceAll(/\btype (SchemaValidator|RuleMatcher),?/g, "")
      .replaceAll("import type", "// import type"),
  );
  const module = await import(pathToFileURL(file.pathname).href);
  return { spec: models[0].spec, validate: module.validateBenchToolParams };
}
