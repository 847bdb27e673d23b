import type { ToolSpec } from "@toolkiln/runtime";
import { isWellKnownKind, wellKnownSchemas } from "@toolkiln/runtime/kinds";
import { defineProvider } from "../define-provider.js";
import type { ProviderLimits } from "../limits.js";
import type { Provider } from "../provider.js";
import type { Source } from "../schema-dialect.js";

const specification: Source = {
  text: "Model Context Protocol, revision 2025-11-25: tool names",
  date: "2026-10",
  confidence: "A",
};

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
  outputSchema?: { type: "object"; [keyword: string]: unknown };
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
  define: ({ spec, name, description, schema }) => ({
    name,
    title: spec.name,
    description,
    inputSchema: { ...schema, type: "object" },
    ...outputSchema(spec),
    annotations: annotations(spec),
  }),
});

/** Only an object can be structured content, and an image is content of its own. */
function outputSchema({ kind, result: { dataSchema } }: ToolSpec): Pick<McpTool, "outputSchema"> {
  if (kind === "image") return {};
  const schema = dataSchema ?? (isWellKnownKind(kind) ? wellKnownSchemas[kind] : undefined);
  return schema?.type === "object" ? { outputSchema: { ...schema, type: "object" } } : {};
}

/** Risk says what the hints leave open: only what is safe reads, and from high on it destroys. */
function annotations({ risk, hints = {} }: ToolSpec): McpAnnotations {
  const readOnly = hints.readOnly ?? risk === "safe";
  const destructive = hints.destructive ?? (risk === "high" || risk === "critical");
  return {
    readOnlyHint: readOnly,
    ...(!readOnly && { destructiveHint: destructive }),
    ...(hints.idempotent !== undefined && { idempotentHint: hints.idempotent }),
    ...(hints.openWorld !== undefined && { openWorldHint: hints.openWorld }),
  };
}
