import type { ErrorObject } from "ajv/dist/2020.js";
import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { collectExtensions, withoutInjected } from "../../json-schema/schema-extensions.js";
import { isJsonObject, itemsOf, type JsonObject } from "../../values/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import { valueValidator, sizeError } from "../value-validator.js";
import { describeViolation } from "../describe-violation.js";
import { convertTo, writeValue } from "../edit-value.js";
import { instancePath } from "../instance-path.js";
import type { ManifestView } from "../manifest-view.js";
import { manifestRule, type LintRule } from "../rule.js";

/** Examples are calls that the tool accepts; so are tests that expect success. */
export const examplesRule: LintRule = manifestRule(function* (view, { parameters }) {
  if (parameters === undefined) return;
  const calls = [...callsOf(view)];
  // Compile only if there are calls to validate; the emitter compiles the schema anyway.
  const validate =
    calls.length === 0
      ? (sizeError(parameters) ?? (() => []))
      : // Injected parameters are not part of a call.
        valueValidator(
          withoutInjected(parameters, collectExtensions(parameters).inject),
          calls.map(({ params }) => params),
        );
  if (validate instanceof Error) {
    const message = `The schema cannot be compiled: ${validate.message}.`;
    yield diagnostic("TK3001", view.place(["schema"], "key"), message);
    return;
  }
  for (const call of calls) {
    const outcome = validate(call.params);
    if (outcome === "too-slow") yield notChecked(view, call);
    else for (const error of outcome) yield describe(view, error, call);
  }
});

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

function notChecked(view: ManifestView, { path, what }: Call): Diagnostic {
  const message = `The ${what} was not checked: validating it takes too long.`;
  const help = "Simplify the schema or the parameters: a call with these would take as long.";
  return diagnostic(codes[what], view.place(path), message, { help });
}

function describe(view: ManifestView, error: ErrorObject, { params, path, what }: Call): Diagnostic {
  const inner = instancePath(error.instancePath, params);
  const where = [...path, ...inner];
  const extra: unknown = error.params["additionalProperty"];
  const place = typeof extra === "string" ? view.place([...where, extra], "key") : view.place(where);
  const subject = inner.length === 0 ? `The ${what}` : `In the ${what}, \`${inner.join(".")}\``;
  const [type] = [error.params["type"] as string | string[] | undefined].flat();
  const meant = error.keyword === "type" && type !== undefined ? convertTo(type, error.data) : undefined;
  const fix = writeValue(view.source, where, meant);
  const help = fix ? undefined : "Correct it, or the schema of the parameters.";
  const message = `${subject} ${describeViolation({ ...error, instancePath: "" }, params)}.`;
  return diagnostic(codes[what], place, message, { help, fix });
}
