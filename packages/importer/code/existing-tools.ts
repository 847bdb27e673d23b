import { isRecord } from "@toolkiln/runtime/json";
import { findDefinitions } from "../definitions/import-definitions.js";
import { Part, type PartSource } from "../source/part.js";

type Members = Readonly<Record<string, unknown>>;

/** A tool that a module exports, whichever library it was made with. */
export interface ExistingTool {
  readonly kind: "ai-sdk" | "openai-agents" | "langchain" | "anthropic" | "openai" | "schema" | "mcp-server";
  readonly name: string;
  /** The way from the module to it: an export, then keys. */
  readonly path: readonly string[];
  readonly value: Members;
  readonly schema?: unknown;
}

/** Finds the tools in an export, which may be a list or a set of tools. */
export function findExistingTools(
  value: unknown,
  path: readonly string[],
  source: PartSource,
): ExistingTool[] {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return [];
  const members = value as Members;
  const own = recognize(members, path.at(-1) ?? "", source);
  if (own !== undefined) return [{ ...own, path, value: members }];
  const prototype: unknown = Object.getPrototypeOf(value);
  const isGroup = Array.isArray(value) || prototype === Object.prototype || prototype === null;
  // Deeper than a set in a set lies what is not meant as an export.
  if (path.length > 2 || !isGroup) return [];
  return Object.entries(members).flatMap(([key, inner]) => findExistingTools(inner, [...path, key], source));
}

function recognize(
  value: Members,
  key: string,
  source: PartSource,
): Omit<ExistingTool, "path" | "value"> | undefined {
  const { name: ownName, parameters, schema, input_schema: anthropic, inputSchema } = value;
  const name = typeof ownName === "string" ? ownName : key;
  const has = (...names: readonly string[]) => names.every((member) => typeof value[member] === "function");
  if (has("registerTool", "connect")) return { kind: "mcp-server", name: key };
  if (has("invoke") && value["type"] === "function")
    return { kind: "openai-agents", name, schema: parameters };
  if (has("invoke") && schema !== undefined) return { kind: "langchain", name, schema };
  if (has("run") && isRecord(anthropic)) return { kind: "anthropic", name, schema: anthropic };
  if (has("$callback", "$parseRaw")) {
    const [found] = findDefinitions(new Part(source, value));
    return found && { kind: "openai", name: found.name, schema: found.schema.value };
  }
  const input = inputSchema ?? (has("execute") ? parameters : undefined);
  // A key names a tool of the AI SDK, unless it is only a position in a list.
  if (input !== undefined) return { kind: "ai-sdk", name: /^\d+$/.test(key) ? name : key, schema: input };
  return isRecord(value["~standard"]) ? { kind: "schema", name: key, schema: value } : undefined;
}
