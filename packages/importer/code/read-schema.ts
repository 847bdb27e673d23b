import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { isRecord } from "@toolkiln/runtime/json";
import type { Part } from "../source/part.js";

type Members = Readonly<Record<string, unknown>>;
type Convert = (schema: unknown, options?: object) => unknown;

/** Converts another library's schema to the JSON Schema of its input. `file` is its module. */
export async function readSchema(schema: unknown, place: Part, file: string): Promise<unknown> {
  const json = schema ? await convert(schema as Members, place, file) : {};
  if (json === undefined)
    place.warn(
      "This kind of schema cannot be read here, so anything is accepted.",
      "Is the package that converts it installed: zod, ai or @valibot/to-json-schema?",
    );
  return json ?? {};
}

async function convert(schema: Members, place: Part, file: string): Promise<unknown> {
  if (schema["_zod"] !== undefined) {
    const toJSONSchema =
      (await member("zod", "toJSONSchema", file)) ?? (await member("zod/v4", "toJSONSchema", file));
    // By default Zod throws on types that JSON lacks.
    return toJSONSchema?.(schema, { io: "input", unrepresentable: "any", override: zodLosses(place) });
  }
  const { "~standard": standard, jsonSchema } = schema;
  const { vendor, jsonSchema: own } = isRecord(standard) ? standard : {};
  if (isRecord(own) && typeof own["input"] === "function")
    return (own["input"] as Convert)({ target: "draft-2020-12" });
  // The AI SDK's `jsonSchema(…)` has a schema or a promise of one.
  if (jsonSchema !== undefined) return jsonSchema;
  if (vendor === "valibot") {
    const toJsonSchema = await member("@valibot/to-json-schema", "toJsonSchema", file);
    return toJsonSchema?.(schema, { typeMode: "input", errorMode: "ignore" });
  }
  if (vendor === undefined && schema["_def"] === undefined) return schema;
  // Zod 3 cannot export JSON Schema; the AI SDK can.
  const converted = (await member("ai", "asSchema", file))?.(schema);
  return isRecord(converted) ? converted["jsonSchema"] : undefined;
}

async function member(name: string, key: string, file: string): Promise<Convert | undefined> {
  try {
    const module = (await import(pathToFileURL(createRequire(file).resolve(name)).href)) as Members;
    return module[key] as Convert | undefined;
  } catch {
    return undefined;
  }
}

/** Reports Zod features that JSON Schema lacks. */
function zodLosses(place: Part) {
  return (one: { readonly zodSchema: unknown; readonly path: readonly (string | number)[] }): void => {
    const def = defOf(one.zodSchema);
    const checks: readonly unknown[] = Array.isArray(def["checks"]) ? def["checks"] : [];
    const losses = [def, defOf(def["in"]), defOf(def["out"]), ...checks.map(defOf)].map(lossOf);
    for (const loss of losses) if (loss !== undefined) place.get(...one.path.map(String)).warn(loss);
  };
}

function defOf(value: unknown): Members {
  const inner = isRecord(value) ? value["_zod"] : undefined;
  return isRecord(inner) && isRecord(inner["def"]) ? inner["def"] : {};
}

function lossOf({ type, check, pattern, format }: Members): string | undefined {
  if (type === "transform") return "A transformation is not in the schema; the implementation applies it.";
  if (type === "date" || type === "bigint" || type === "map" || type === "set")
    return `JSON has no ${type}; anything is accepted here, and the tool's own schema validates it.`;
  if (type === "custom" || check === "custom")
    return "A refinement is not in the schema; the tool's own schema applies it.";
  if (check === "overwrite")
    return "A change of the text, such as `trim`, is not in the schema; the implementation makes it.";
  if (pattern instanceof RegExp && /[ims]/.test(pattern.flags) && format === "regex")
    return `The flags of ${String(pattern)} are not in the schema, which is stricter.`;
  return undefined;
}
