import type { JsonSchema } from "@toolkiln/runtime";
import { LineCounter } from "yaml";
import { bundleSchema } from "../../../generator/json-schema/bundle-schema.js";
import { ManifestSource } from "../../../generator/read/manifest-source.js";

/** A schema of a manifest as the emitters receive it: self-contained and in the current dialect. */
export function loweredSchema(schema: JsonSchema): JsonSchema {
  const syntax = { root: undefined, lines: new LineCounter(), comments: [], valueKeys: [] };
  const source = new ManifestSource({ file: "manifests/any.tool.yaml", text: "", value: { schema }, syntax });
  return bundleSchema({ schema, document: { source, root: ["schema"] }, path: ["schema"] }, new Map());
}
