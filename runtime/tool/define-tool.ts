import type { JsonSchemaObject } from "./json-schema.js";
import { pathParameters, sensitivePointers } from "./schema-extensions.js";
import { StandardContract, tellsJsonSchema } from "./standard-contract.js";
import type { StandardSchema, StandardSchemaWithJson } from "./standard-schema.js";
import { defaultRequirements } from "./tool-category.js";
import type { ResultSpec, ToolSpec } from "./tool-spec.js";
import type { Tool, ToolImplementation } from "./tool.js";

/** What a caller sends to a schema. */
export type SchemaInput<Schema extends StandardSchema> = NonNullable<Schema["~standard"]["types"]>["input"];

/** What comes out of a schema. */
export type SchemaOutput<Schema extends StandardSchema> = NonNullable<Schema["~standard"]["types"]>["output"];

/** A tool that is written in code: its data, its schema and its body. */
export interface ToolDefinition<Id extends string, Schema extends StandardSchema, Data>
  extends
    Partial<Omit<ToolSpec, "id" | "inputSchema" | "result" | "rules" | "inject" | "renamedParameters">>,
    ToolImplementation<SchemaOutput<Schema>, Data> {
  readonly id: Id;
  /** The schema of the input, of any library that speaks Standard Schema. */
  readonly input: Schema;
  /** The schema of the data; without it the data is not checked. */
  readonly data?: StandardSchema<unknown, Data>;
  readonly result?: Omit<ResultSpec, "dataSchema">;
}

/** Where the JSON Schema comes from: from the schema itself if it can tell, else it has to be given. */
export type JsonSchemaSource<Schema extends StandardSchema> = Schema extends StandardSchemaWithJson
  ? { readonly inputSchema?: JsonSchemaObject }
  : { readonly inputSchema: JsonSchemaObject };

/** Makes a tool of code and a schema of any library; it stands in a registry beside generated tools. */
export function defineTool<const Id extends string, Schema extends StandardSchema, Data>(
  definition: ToolDefinition<Id, Schema, Data> & JsonSchemaSource<Schema>,
): Tool<SchemaInput<Schema>, SchemaOutput<Schema>, Data, Id> {
  const { id, input, data } = definition;
  const spec = specOf<Id>({ ...dataOf(definition), id, inputSchema: objectSchema(definition) });
  const contract = new StandardContract<SchemaInput<Schema>, SchemaOutput<Schema>, Data, Id>(
    spec,
    input,
    data,
  );
  return contract.implement(definition);
}

/** The part of a definition that is a tool's data: all but its functions and its schemas. */
function dataOf({
  input: _input,
  data: _data,
  ...rest
}: object & { input: unknown; data?: unknown }): Partial<ToolSpec> {
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => typeof value !== "function"));
}

function specOf<Id extends string>(
  given: Partial<ToolSpec<Id>> & Pick<ToolSpec<Id>, "id" | "inputSchema">,
): ToolSpec<Id> {
  const { id, inputSchema, category = "custom" } = given;
  const name = given.name ?? titleOf(id);
  const { paths = pathParameters(inputSchema), sensitive = sensitivePointers(inputSchema) } = given;
  const requires = defaultRequirements(category, paths);
  return {
    wireName: id,
    name,
    description: inputSchema.description ?? name,
    risk: "low",
    kind: "structured",
    result: {},
    ...(requires && { requires }),
    ...(paths.length > 0 && { paths }),
    ...(sensitive.length > 0 && { sensitive }),
    ...given,
    category,
  };
}

/** The JSON Schema of a definition's input, which has to be that of an object. */
function objectSchema(definition: {
  readonly id: string;
  readonly input: StandardSchema;
  readonly inputSchema?: JsonSchemaObject;
}): JsonSchemaObject {
  const { id, input, inputSchema = toldBy(id, input) } = definition;
  const { $schema: _dialect, type = "object", ...schema } = inputSchema;
  if (type === "object") return { type, ...schema };
  throw new TypeError(`The input of tool '${id}' must be an object, not ${String(type)}.`);
}

function toldBy(id: string, input: StandardSchema): JsonSchemaObject {
  if (tellsJsonSchema(input)) return input["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  const { vendor } = input["~standard"];
  throw new TypeError(
    `The schema of tool '${id}' (${vendor}) does not tell its JSON Schema: give it as inputSchema.`,
  );
}

/** An id in title case: `file-read` becomes `File Read`. */
function titleOf(id: string): string {
  return id.replaceAll("-", " ").replaceAll(/^.| ./g, (start) => start.toUpperCase());
}
