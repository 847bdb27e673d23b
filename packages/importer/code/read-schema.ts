import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { isRecord } from "@toolkiln/runtime/json";
import { Part } from "../source/part.js";

type Members = Readonly<Record<string, unknown>>;
type Convert = (schema: unknown, options?: object) => unknown;

/** The JSON Schema of what goes into a schema of another library. `file` is the module that has it. */
export async function readSchema(schema: unknown, place: Part, file: string): Promise<Part> {
  const json = schema ? await convert(schema as Members, place, file) : {};
  if (json === undefined)
    place.lose(
      "This kind of schema cannot be read here, so anything is accepted.",
      "Is the package that converts it installed: zod, ai or @valibot/to-json-schema?",
    );
  return new Part(place.source, json ?? {}, place.pointer);
}

async function convert(schema: Members, place: Part, file: string): Promise<unknown> {
  if (schema["_zod"] !== undefined) {
    const toJSONSchema =
      (await member("zod", "toJSONSchema", file)) ?? (await member("zod/v4", "toJSONSchema", file));
    // Zod throws for what JSON has not, unless it may be anything.
    return toJSONSchema?.(schema, { io: "input", unrepresentable: "any", override: zodLosses(place) });
  }
  const { "~standard": standard, jsonSchema } = schema;
  const { vendor, jsonSchema: own } = isRecord(standard) ? standard : {};
  if (isRecord(own) && typeof own["input"] === "function")
    return (own["input"] as Convert)({ target: "draft-2020-12" });
  // `jsonSchema(…)` of the AI SDK holds its schema, or the promise of one.
  if (jsonSchema !== undefined) return jsonSchema;
  if (vendor === "valibot") {
    const toJsonSchema = await member("@valibot/to-json-schema", "toJsonSchema", file);
    return toJsonSchema?.(schema, { typeMode: "input", errorMode: "ignore" });
  }
  if (vendor === undefined && schema["_def"] === undefined) return schema;
  // Zod 3 has no schema of its own; the AI SDK brings a converter.
  const converted = (await member("ai", "asSchema", file))?.(schema);
  return isRecord(converted) ? converted["jsonSchema"] : undefined;
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

/** What Zod passes for each schema that it converts. */
interface ZodStep {
  readonly zodSchema: { readonly _zod: { readonly def: Members } };
  readonly path: readonly (string | number)[];
}

/** Reports what a Zod schema checks or changes and JSON Schema cannot. */
function zodLosses(place: Part): (step: ZodStep) => void {
  return ({ zodSchema, path }) => {
    const { def } = zodSchema._zod;
    const checks: readonly unknown[] = Array.isArray(def["checks"]) ? def["checks"] : [];
    const losses = [def, defOf(def["in"]), defOf(def["out"]), ...checks.map(defOf)].map(lossOf);
    for (const loss of losses) if (loss !== undefined) place.get(...path).lose(loss);
  };
}

function defOf(value: unknown): Members {
  const inner = isRecord(value) ? value["_zod"] : undefined;
  const def = isRecord(inner) ? inner["def"] : undefined;
  return isRecord(def) ? def : {};
}

function lossOf({ type, check, pattern, format }: Members): string | undefined {
  if (type === "transform") return "A transformation is not in the schema; the implementation applies it.";
  if (type === "date" || type === "bigint" || type === "map" || type === "set")
    return `JSON has no ${type}; anything is accepted here, and the tool's own schema judges it.`;
  if (type === "custom" || check === "custom")
    return "A check by a function is not in the schema; the tool's own schema applies it.";
  if (check === "overwrite")
    return "A change of the text, such as `trim`, is not in the schema; the implementation applies it.";
  if (pattern instanceof RegExp && /[ims]/.test(pattern.flags) && format === "regex")
    return `The flags of ${String(pattern)} are not in the schema, which is stricter.`;
  return undefined;
}
