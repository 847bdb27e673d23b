import type { NoServices } from "../context/tool-services.js";
import { none, nothing } from "../result/none.js";
import { describeType, providedValue } from "../validation/describe-value.js";
import { overlapsAny, parameterNameOf, pointerTo, valueAt } from "../validation/json-pointer.js";
import { snapshot, unreadableInput } from "../validation/snapshot.js";
import { maxErrors, ToolValidationError } from "../validation/tool-validation-error.js";
import { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import { type Check, Contract, type Errors, invalidInput } from "./define-contract.js";
import type { JsonSchemaObject } from "./json-schema.js";
import { isOptional, pathParameters, rejectManifestKeys, sensitivePointers } from "./schema-extensions.js";
import type {
  StandardIssue,
  StandardJsonSchemaConverter,
  StandardResult,
  StandardSchema,
  StandardSchemaWithJson,
} from "./standard-schema.js";
import { defaultRequirements } from "./tool-category.js";
import type { InputCheck, InputCheckOptions, MaybePromise, NothingInjected } from "./tool-contract.js";
import type { ResultSpec, ToolSpec } from "./tool-spec.js";
import type { AnyTool, Tool, ToolImplementation } from "./tool.js";

export type SchemaInput<Schema extends StandardSchema> = NonNullable<Schema["~standard"]["types"]>["input"];

export type SchemaOutput<Schema extends StandardSchema> = NonNullable<Schema["~standard"]["types"]>["output"];

/** A tool that is written in code: its spec, schema and implementation. */
export interface ToolDefinition<
  Id extends string,
  Schema extends StandardSchema,
  Data,
  Services extends object = NoServices,
>
  extends
    Partial<
      Omit<ToolSpec, "id" | "inputSchema" | "result" | "rules" | "inject" | "renamedParameters" | "uses">
    >,
    ToolImplementation<SchemaOutput<Schema>, Data, Services> {
  readonly id: Id;
  /** The input schema, of any library that supports Standard Schema. */
  readonly input: Schema;
  /** The data schema; without it the data is not validated. */
  readonly data?: StandardSchema<unknown, Data>;
  readonly result?: Omit<ResultSpec, "dataSchema">;
}

/** The services that `run` uses must be listed under `uses`, for the executor to check. */
export type ServiceNames<Services extends object> = NoServices extends Services
  ? { readonly uses?: readonly (keyof Services & string)[] }
  : { readonly uses: readonly (keyof Services & string)[] };

/** The source of the JSON Schema: `inputSchema`, or else the schema itself if it has one. */
export type JsonSchemaSource<Schema extends StandardSchema> = Schema extends StandardSchemaWithJson
  ? { readonly inputSchema?: JsonSchemaObject }
  : { readonly inputSchema: JsonSchemaObject };

type CodeDefinition = ToolDefinition<string, StandardSchema, unknown> & {
  readonly inputSchema?: JsonSchemaObject;
};

/** Creates a tool from code and a schema of any library. Works in registries of generated tools. */
export function defineTool<
  const Id extends string,
  Schema extends StandardSchema,
  Data,
  Services extends object = NoServices,
>(
  definition: ToolDefinition<Id, Schema, Data, Services> & JsonSchemaSource<Schema> & ServiceNames<Services>,
): Tool<SchemaInput<Schema>, SchemaOutput<Schema>, Data, Id, NothingInjected, Services>;
export function defineTool(definition: CodeDefinition): AnyTool {
  const converter = converterOf(definition);
  const { inputSchema = converter.input({ target: "draft-2020-12" }) } = definition;
  rejectManifestKeys(definition, inputSchema);
  const spec = toolSpecOf(definition, inputSchema);
  return { ...definition, contract: new StandardContract(spec, converter, definition) };
}

/** The spec of a tool that is written in code: its definition without functions and schemas, with defaults. */
export function toolSpecOf<Id extends string>(
  definition: { readonly id: Id },
  { $schema: _dialect, type = "object", ...schema }: JsonSchemaObject,
): ToolSpec<Id> {
  const { id } = definition;
  if (type !== "object")
    throw new TypeError(`The input of tool '${id}' must be an object, not ${String(type)}.`);
  const inputSchema: JsonSchemaObject = { type, ...schema };
  const isSpec = ([name, value]: [string, unknown]): boolean =>
    name !== "input" && name !== "data" && typeof value !== "function";
  const given: Partial<ToolSpec> = Object.fromEntries(Object.entries(definition).filter(isSpec));
  const { category = "custom", name = titleOf(id) } = given;
  const { paths = pathParameters(inputSchema), sensitive = sensitivePointers(inputSchema) } = given;
  const requires = defaultRequirements(category, paths);
  return {
    wireName: id,
    description: inputSchema.description ?? name,
    risk: "low",
    kind: "structured",
    result: {},
    ...(requires && { requires }),
    ...(paths.length > 0 && { paths }),
    ...(sensitive.length > 0 && { sensitive }),
    ...given,
    id,
    name,
    category,
    inputSchema,
  };
}

/** Converts to JSON Schema: with the schema's library, or else to `inputSchema`. */
function converterOf({ id, input, inputSchema }: CodeDefinition): StandardJsonSchemaConverter {
  if (!("~standard" in input))
    throw new TypeError(
      `The schema of tool '${id}' is a JSON Schema: use \`defineTool\` of @toolkiln/runtime/validator.`,
    );
  const { vendor, jsonSchema }: Partial<StandardSchemaWithJson["~standard"]> = input["~standard"];
  const convert: StandardJsonSchemaConverter["input"] = ({ target }) => {
    if (inputSchema && target === "draft-2020-12") return { ...inputSchema };
    throw new TypeError(
      `The schema of tool '${id}' (${vendor}) cannot be converted to JSON Schema ${target}: pass \`inputSchema\`.`,
    );
  };
  return jsonSchema ?? { input: convert, output: convert };
}

/** An id in title case: `file-read` becomes `File Read`. */
function titleOf(id: string): string {
  return id.replaceAll("-", " ").replaceAll(/^.| ./g, (start) => start.toUpperCase());
}

/** The contract of a tool with a schema of another library. */
class StandardContract extends Contract {
  readonly #schemas: CodeDefinition;

  constructor(spec: ToolSpec, jsonSchema: StandardJsonSchemaConverter, schemas: CodeDefinition) {
    super(spec, jsonSchema);
    this.#schemas = schemas;
  }

  override checkCopy(copy: unknown, _injected?: object, options?: InputCheckOptions): Check {
    // Top level only: the schema's library may coerce nested strings itself.
    const isParsed = options?.lenient === true && typeof copy === "string";
    const warnings = isParsed ? [ToolValidationWarning.coerced("")] : none;
    const refuse = (error: unknown) => invalidInput(unreadableInput(error));
    try {
      const input = isParsed ? snapshot(JSON.parse(copy)) : copy;
      const judge = (result: StandardResult<unknown>): InputCheck<unknown> =>
        result.issues === undefined
          ? { valid: true, params: result.value, warnings, input }
          : invalidInput(...describeIssues(result.issues, input, this.spec));
      const result = this.#schemas.input["~standard"].validate(input);
      return result instanceof Promise ? result.then(judge, refuse) : judge(result);
    } catch (error) {
      return refuse(error);
    }
  }

  override checkData(data: unknown): MaybePromise<Errors> {
    const judge = ({ issues = none }: StandardResult<unknown>) => describeIssues(issues, data);
    const result = this.#schemas.data?.["~standard"].validate(data) ?? { value: data };
    return result instanceof Promise ? result.then(judge) : judge(result);
  }
}

/** Converts another library's issues; replaces messages that might contain sensitive values. */
function describeIssues(
  issues: readonly StandardIssue[],
  input: unknown,
  { sensitive, inputSchema }: Partial<ToolSpec> = nothing,
): ToolValidationError[] {
  return issues.slice(0, maxErrors).map(({ path = [], message }) => {
    const names = path.map((part) => String(typeof part === "object" ? part.key : part));
    const pointer = names.reduce(pointerTo, "");
    const parameterName = parameterNameOf(pointer);
    const value = valueAt(input, pointer);
    const isHidden = overlapsAny(pointer, sensitive);
    // An issue at an absent optional parameter is about something else.
    if (value === undefined && pointer !== "" && (isHidden || !isOptional(inputSchema, names)))
      return ToolValidationError.required(parameterName, inputSchema ? "parameter" : "property");
    return {
      parameterName,
      message: isHidden ? `not valid, got ${describeType(value)}.` : message,
      errorCode: "invalid_value",
      ...(!isHidden && providedValue(value)),
    };
  });
}
