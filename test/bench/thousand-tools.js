import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const cache = new URL("../../node_modules/.cache/toolkiln-bench/", import.meta.url);

/** What earlier runs left. It is deleted at the end: where many files were just deleted, new ones are made slowly. */
const leftovers = new URL(`old-${process.pid}/`, cache);

/** A fresh folder for a benchmark's files, inside the repository so that packages resolve. */
export function benchFolder(name) {
  const folder = new URL(`${name}/`, cache);
  if (existsSync(folder)) {
    mkdirSync(leftovers, { recursive: true });
    renameSync(folder, new URL(`${name}-${performance.now()}/`, leftovers));
  }
  mkdirSync(folder, { recursive: true });
  return folder;
}

process.once("exit", () => rmSync(leftovers, { recursive: true, force: true }));

/** Writes the manifests of many tools, all of one shape unless asked, and an implementation of each when asked. */
export function writeProject(folder, tools, { implementations = false, ownShapes = false } = {}) {
  mkdirSync(new URL("manifests/", folder), { recursive: true });
  mkdirSync(new URL("tools/", folder), { recursive: true });
  for (let index = 0; index < tools; index++) {
    const id = `tool-${index}`;
    writeFileSync(new URL(`manifests/${id}.tool.yaml`, folder), manifestOf(id, ownShapes ? index : 0));
    if (implementations) writeFileSync(new URL(`tools/${id}.ts`, folder), implementationOf(id, index));
  }
  return fileURLToPath(folder);
}

function implementationOf(id, index) {
  return `import { tool${index} } from "../generated/tools/${id}.js";
export const tool = tool${index}.implement(async ({ path }) => ({ path, id: "${id}" }));
`;
}

/** The parameters of every tool in the benchmarks, as JSON Schema. */
export const parameters = {
  type: "object",
  additionalProperties: false,
  properties: {
    path: { type: "string", minLength: 1, description: "A path." },
    encoding: { enum: ["utf-8", "latin1"], default: "utf-8", description: "An encoding." },
    maxBytes: {
      type: "integer",
      minimum: 1,
      maximum: 10_485_760,
      default: 1_048_576,
      description: "A limit.",
    },
    follow: { type: "boolean", description: "A switch." },
  },
  required: ["path"],
};

/** A manifest with the parameters above; with a shape, its bounds are unique. */
export function manifestOf(id, shape = 0) {
  return `id: ${id}
description: The tool ${id} of many, which does next to nothing with its four parameters.
category: custom
risk: safe
tags: [bench]
schema:
  properties:
    path: { type: string, minLength: 1, description: A path. }
    encoding: { enum: [utf-8, latin1], default: utf-8, description: An encoding. }
    maxBytes: { type: integer, minimum: 1, maximum: ${10_485_760 + shape}, default: 1048576, description: A limit. }
    follow: { type: boolean, description: A switch. }
  required: [path]
result: structured
`;
}
