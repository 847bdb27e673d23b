import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { isRecord } from "@toolkiln/runtime/json";

type Convert = (schema: unknown, options?: object) => unknown;

/** The JSON Schema of what goes into a schema of another library; undefined when it cannot be expressed. */
export async function readSchema(schema: unknown, file: string): Promise<unknown> {
  if (schema === undefined || schema === null) return {};
  const members = schema as Readonly<Record<string, unknown>>;
  if (members["_zod"] !== undefined) return zodSchema(schema, file);
  const standard = members["~standard"];
  const vendor = isRecord(standard) ? standard["vendor"] : undefined;
  if (
    isRecord(standard) &&
    isRecord(standard["jsonSchema"]) &&
    typeof standard["jsonSchema"]["input"] === "function"
  )
    return (standard["jsonSchema"]["input"] as Convert)({ target: "draft-2020-12" });
  // `jsonSchema(…)` of the AI SDK holds its schema, or the promise of one.
  if (members["jsonSchema"] !== undefined) return members["jsonSchema"];
  if (vendor === "valibot") {
    const toJsonSchema = await member("@valibot/to-json-schema", "toJsonSchema", file);
    return toJsonSchema?.(schema, { typeMode: "input", errorMode: "ignore" });
  }
  // Zod 3 has no schema of its own; the AI SDK brings a converter.
  if (vendor !== undefined || members["_def"] !== undefined) {
    const converted = (await member("ai", "asSchema", file))?.(schema);
    return isRecord(converted) ? converted["jsonSchema"] : undefined;
  }
  return schema;
}

/** Zod throws for what JSON has not, unless it may be anything. */
async function zodSchema(schema: unknown, file: string): Promise<unknown> {
  const toJSONSchema =
    (await member("zod", "toJSONSchema", file)) ?? (await member("zod/v4", "toJSONSchema", file));
  return toJSONSchema?.(schema, { io: "input", unrepresentable: "any" });
}

/** A function of a package as the imported module would get it. */
async function member(name: string, key: string, file: string): Promise<Convert | undefined> {
  try {
    const module: unknown = await import(pathToFileURL(createRequire(file).resolve(name)).href);
    const value = isRecord(module) ? module[key] : undefined;
    return typeof value === "function" ? (value as Convert) : undefined;
  } catch {
    return undefined;
  }
}
