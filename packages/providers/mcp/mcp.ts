import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import { defineProvider } from "../define-provider.js";
import type { ProviderLimits } from "../limits.js";
import type { Provider } from "../provider.js";
import { inlineScalars } from "../schema/inline-scalars.js";
import { isSchema, resolvePointer } from "../schema/schema-node.js";
import { singleTypes } from "../schema/single-types.js";
import { readIn } from "../schema-dialect.js";

const specification = readIn("Model Context Protocol, revision 2025-11-25: tool names", "2026-10", "A");

/** What MCP asks for. */
const mcpLimits: ProviderLimits = {
  namePattern: { value: "^[A-Za-z0-9._-]+$", source: specification },
  nameLength: { value: 128, source: specification },
};

/** A tool of an MCP server. */
export interface McpTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: "object"; [keyword: string]: unknown };
  outputSchema?: { [keyword: string]: unknown };
  annotations: McpAnnotations;
}

/** What an MCP client may believe about a tool. */
export interface McpAnnotations {
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** MCP. */
export const mcp: Provider<McpTool> = defineProvider({
  name: "mcp",
  limits: mcpLimits,
  examples: "schema",
  forms: () => [{ kind: "relayed", dialect: { name: "mcp", draft: "2020-12", extensions: true } }],
  define: ({ spec, name, description, schema, outputSchema }) => ({
    name,
    title: spec.name,
    description,
    inputSchema: { ...singleTypes(inlineScalars(schema)), type: "object" },
    ...(outputSchema !== undefined && { outputSchema: objectRoot(singleTypes(outputSchema)) }),
    annotations: annotations(spec),
  }),
});

/** The schema with the type of what its root refers to: clients take a root without `type: object` for other data. */
function objectRoot(schema: JsonSchemaObject): JsonSchemaObject {
  const { type, $ref } = schema;
  if (type !== undefined || typeof $ref !== "string") return { ...schema };
  const target = resolvePointer(schema, $ref);
  const isObject = isSchema(target) && typeof target === "object" && target.type === "object";
  return isObject ? { type: "object", ...schema } : { ...schema };
}

/**
 * A tool is read-only when the manifest says so, or when no rule can make it more than safe. `destructiveHint: false`
 * promises that a tool only adds, which no risk implies: only the manifest can.
 */
function annotations({ risk, rules = [], hints = {} }: ToolSpec): McpAnnotations {
  const isSafe = risk === "safe" && rules.every((rule) => (rule.risk ?? "safe") === "safe");
  const readOnly = hints.readOnly ?? isSafe;
  return {
    readOnlyHint: readOnly,
    ...(!readOnly && { destructiveHint: hints.destructive ?? true }),
    ...(hints.idempotent !== undefined && { idempotentHint: hints.idempotent }),
    ...(hints.openWorld !== undefined && { openWorldHint: hints.openWorld }),
  };
}
