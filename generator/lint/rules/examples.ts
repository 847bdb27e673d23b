import { describeSchemaErrors } from "@toolkiln/runtime/vocabulary";
import type { JsonSchemaObject, ToolValidationError } from "@toolkiln/runtime";
import type { ErrorObject } from "ajv/dist/2020.js";
import { diagnostic, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { collectExtensions, selectParameters } from "../../json-schema/schema-extensions.js";
import { escapeStep, instancePath } from "../../json-schema/pointer-step.js";
import { isJsonObject, itemsOf, type JsonObject } from "../../values/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import { isTriviallyValid, valueValidator } from "../value-validator.js";
import { endSentence } from "../describe-value.js";
import { convertTo, writeValue } from "../edit-value.js";
import type { ManifestView, LintRule } from "../rule.js";

/** Requires examples, and tests that expect success, to be calls that the tool accepts. */
export const examplesRule: LintRule = function* ({ manifest: view, parameters }) {
  if (parameters === undefined) return;
  const calls = [...callsOf(view)];
  // Injected parameters are not part of a call.
  const schema = selectParameters(parameters, collectExtensions(parameters).inject, "others");
  const values = calls.map(({ params }) => params);
  const validate = valueValidator(schema, values, decisivePart(schema, values));
  if (validate instanceof Error) {
    const message = `The schema cannot be compiled: ${validate.message}.`;
    yield diagnostic("TK3001", view.place(["schema"], "key"), message);
    return;
  }
  for (const call of calls) {
    const errors = validate(call.params);
    if (errors === "too-slow") {
      const message = `The ${call.what} was not checked: validating it takes too long.`;
      const help = "Simplify the schema or the parameters: a real call would be just as slow.";
      yield diagnostic(codes[call.what], view.place(call.path), message, help);
    } else {
      for (const error of describeSchemaErrors(errors, call.params, { schema }))
        yield violation(view, call, error, errors);
    }
  }
};

/** Omits unused parameters and accepts trivially valid ones, because compiling takes longer than validating. */
function decisivePart(schema: JsonSchemaObject, calls: readonly JsonObject[]): JsonSchemaObject {
  const { properties } = schema;
  const isReferenced = /"\$\w*[rR]ef":"(?!#\/\$defs\/)/.test(JSON.stringify(schema));
  if (!isJsonObject(properties) || isReferenced) return schema;
  const used = Object.entries(properties).flatMap(([name, parameter]) => {
    const values = calls.flatMap((call) => (Object.hasOwn(call, name) ? [call[name]] : []));
    const isValid =
      isJsonObject(parameter) && values.every((value) => isTriviallyValid(value, parameter, schema));
    return values.length === 0 ? [] : [[name, isValid || parameter] as const];
  });
  return { ...schema, properties: Object.fromEntries(used) };
}

interface Call {
  readonly params: JsonObject;
  readonly path: ManifestPath;
  readonly what: "example" | "test";
}

const codes = { example: "TK2022", test: "TK2023" } as const;

function* callsOf({ value }: ManifestView): Iterable<Call> {
  for (const [index, example] of itemsOf(value["examples"]))
    if (isJsonObject(example) && isJsonObject(example["params"]))
      yield { params: example["params"], path: ["examples", index, "params"], what: "example" };
  for (const [index, test] of itemsOf(value["tests"])) {
    if (!isJsonObject(test)) continue;
    yield* testCalls(test, ["tests", index]);
    for (const [step, call] of itemsOf(test["steps"])) {
      const isOwn = isJsonObject(call) && [undefined, value["id"]].includes(call["tool"]);
      if (isOwn) yield* testCalls(call, ["tests", index, "steps", step]);
    }
  }
}

function* testCalls({ params, expect }: JsonObject, path: ManifestPath): Iterable<Call> {
  if (isJsonObject(params) && isJsonObject(expect) && expect["success"] === true)
    yield { params, path: [...path, "params"], what: "test" };
}

function violation(
  view: ManifestView,
  { params, path, what }: Call,
  { parameterName: name, errorCode, message }: ToolValidationError,
  errors: readonly ErrorObject[],
): Diagnostic {
  const pointer = /^(\/|$)/.test(name) ? name : `/${escapeStep(name)}`;
  const inner = instancePath(pointer, params);
  const where = [...path, ...inner];
  // These messages name the parameter.
  const isNamed = errorCode === "unknown_parameter" || errorCode === "required" || name === "";
  const subject = isNamed ? `The ${what}` : `In the ${what}, \`${inner.join(".")}\``;
  const wrong = errors.find((error) => error.keyword === "type" && error.instancePath === pointer);
  const fix = wrong && writeValue(view.source, where, convertTo(wrong.params["type"], wrong.data));
  const help = fix ? undefined : "Correct the value, or change the schema of the parameters.";
  const place = view.place(where, errorCode === "unknown_parameter" ? "key" : "value");
  return diagnostic(codes[what], place, `${subject} is not valid: ${endSentence(message)}`, { help, fix });
}
