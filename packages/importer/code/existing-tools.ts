import { isRecord } from "@toolkiln/runtime/json";
import { findDefinitions } from "../definitions/definition-shapes.js";

type Members = Readonly<Record<string, unknown>>;

/** A tool that a module exports, whichever library it was made with. */
export interface ExistingTool {
  readonly kind: "ai-sdk" | "openai-agents" | "langchain" | "anthropic" | "openai" | "schema" | "mcp-server";
  readonly name: string;
  /** The way from the module to it: an export, then keys. */
  readonly path: readonly string[];
  readonly value: Members;
  readonly schema: unknown;
  readonly outputSchema?: unknown;
}

/** Finds the tools that a module exports, also in lists and sets of tools. */
export function findExistingTools(exported: Members): ExistingTool[] {
  // Other names cannot be imported by one word.
  const named = Object.entries(exported).filter(([name]) => /^[A-Za-z_$][\w$]*$/.test(name));
  return named.flatMap(([name, value]) => find(value, [name], 0));
}

function find(value: unknown, path: readonly string[], depth: number): ExistingTool[] {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return [];
  const members = value as Members;
  const own = recognize(members, path);
  if (own !== undefined) return [own];
  // A set or a list of tools; deeper lies what is not meant as an export.
  if (depth > 1 || !(Array.isArray(value) || isPlain(value))) return [];
  return Object.entries(members).flatMap(([key, inner]) => find(inner, [...path, key], depth + 1));
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function recognize(value: Members, path: readonly string[]): ExistingTool | undefined {
  const key = path.at(-1) ?? "";
  const name = typeof value["name"] === "string" ? value["name"] : key;
  const has = (...names: readonly string[]) => names.every((member) => typeof value[member] === "function");
  if (has("registerTool", "connect"))
    return { kind: "mcp-server", name: key, path, value, schema: undefined };
  if (has("invoke") && value["type"] === "function")
    return { kind: "openai-agents", name, path, value, schema: value["parameters"] };
  if (has("invoke") && value["schema"] !== undefined)
    return { kind: "langchain", name, path, value, schema: value["schema"] };
  if (has("run") && isRecord(value["input_schema"]))
    return { kind: "anthropic", name, path, value, schema: value["input_schema"] };
  if (has("$callback", "$parseRaw")) {
    const [found] = findDefinitions(value, { source: { file: "", locate: () => new Map() }, pointer: "" });
    return found && { kind: "openai", name: found.name, path, value, schema: found.schema };
  }
  const schema = value["inputSchema"] ?? (has("execute") ? value["parameters"] : undefined);
  // A key names a tool of the AI SDK, unless it is only a position in a list.
  if (schema !== undefined)
    return {
      kind: "ai-sdk",
      name: /^\d+$/.test(key) ? name : key,
      path,
      value,
      schema,
      outputSchema: value["outputSchema"],
    };
  return isRecord(value["~standard"]) ? { kind: "schema", name: key, path, value, schema: value } : undefined;
}
