import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import { presentFields } from "@toolkiln/runtime/json";
import { defineProvider } from "../define-provider.js";
import { limitsFrom } from "../limits.js";
import type { Provider } from "../provider.js";
import { inlineScalars } from "../schema/inline-scalars.js";
import { resolveReference } from "../schema/schema-node.js";
import { singleTypes } from "../schema/single-types.js";

/** A tool of an MCP server. */
export interface McpTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: "object"; [keyword: string]: unknown };
  outputSchema?: { [keyword: string]: unknown };
  annotations: McpAnnotations;
}

/** Hints about a tool for MCP clients. */
export interface McpAnnotations {
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** MCP. */
export const mcp: Provider<McpTool> = defineProvider({
  name: "mcp",
  limits: limitsFrom("Model Context Protocol, revision 2025-11-25: tool names", "2026-10", "A", {
    namePattern: "^[A-Za-z0-9._-]+$",
    nameLength: 128,
  }),
  examples: "schema",
  dialects: () => [{ name: "mcp", draft: "2020-12", extensions: true }],
  define: ({ spec, name, description, schema, outputSchema }) => ({
    name,
    title: spec.name,
    description,
    inputSchema: { ...singleTypes(inlineScalars(schema)), type: "object" },
    ...(outputSchema !== undefined && { outputSchema: objectRoot(singleTypes(outputSchema)) }),
    annotations: annotations(spec),
  }),
});

/** Adds `type: object` to a root that is a `$ref` to an object: clients require it there. */
function objectRoot(schema: JsonSchemaObject): JsonSchemaObject {
  const target = resolveReference(schema, schema["$ref"]);
  const isObject = typeof target === "object" && target.type === "object";
  return isObject ? { type: "object", ...schema } : { ...schema };
}

/**
 * By default, a tool is read-only if its risk and all its rules are safe. `destructiveHint: false`
 * promises that a tool only adds data; only the manifest can declare it.
 */
function annotations({ risk, rules = [], hints = {} }: ToolSpec): McpAnnotations {
  const isSafe = risk === "safe" && rules.every((rule) => (rule.risk ?? "safe") === "safe");
  const readOnly = hints.readOnly ?? isSafe;
  return presentFields({
    readOnlyHint: readOnly,
    destructiveHint: readOnly ? undefined : (hints.destructive ?? true),
    idempotentHint: hints.idempotent,
    openWorldHint: hints.openWorld,
  });
}
