import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { diagnostic, type DiagnosticCode } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { isJsonObject, itemsOf, type JsonObject } from "../../values/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import { quoted } from "../describe-value.js";
import { describeViolation } from "../describe-violation.js";
import { convertTo, replaceValue } from "../edit-value.js";
import { instancePath } from "../instance-path.js";
import type { ManifestView } from "../manifest-view.js";
import { parameterValidator } from "../parameter-validator.js";
import { manifestRule, type LintRule } from "../rule.js";
import { matchesSlowly } from "../slow-texts.js";

/** Examples are calls that the tool accepts; so are tests that expect success. Says, too, when Ajv refuses the schema. */
export const examplesRule: LintRule = manifestRule("examples", function* (view, project) {
  const calls = [...callsOf(view)];
  const validate = parameterValidator(
    view,
    project,
    calls.map(({ params }) => params),
  );
  if (validate instanceof Error) {
    const message = `The schema cannot be compiled: ${validate.message}.`;
    yield diagnostic("TK3001", view.place(["schema"], "key"), message);
    return;
  }
  if (validate === undefined) return;
  for (const call of calls) {
    const errors = errorsOf(validate, call.params);
    if (errors === undefined) yield notCompared(view, call);
    else for (const error of errors) if (error.keyword !== "if") yield describe(view, error, call);
  }
});

/** Errors of one call that are reported; the others appear when these are fixed. */
const mostProblems = 100;

/** What is wrong with a call; undefined when finding out takes too long. */
function errorsOf(validate: ValidateFunction, params: JsonObject): readonly ErrorObject[] | undefined {
  if (matchesSlowly(validate.schema, params)) return undefined;
  try {
    return validate(params) ? [] : (validate.errors ?? []).slice(0, mostProblems);
  } catch {
    // A schema that leads back to itself without end overflows the stack.
    return undefined;
  }
}

function notCompared(view: ManifestView, { path, code }: Call): Diagnostic {
  const message = `The ${whatOf(code)} was not checked: validating it takes too long.`;
  const help = "Simplify the schema or the parameters: a call with these would take as long.";
  return diagnostic(code, view.place(path), message, { help });
}

function whatOf(code: DiagnosticCode): string {
  return code === "TK2022" ? "example" : "test";
}

/** A call that a manifest shows. */
interface Call {
  readonly params: JsonObject;
  readonly path: ManifestPath;
  readonly code: DiagnosticCode;
}

function* callsOf(view: ManifestView): Iterable<Call> {
  const { examples, tests } = view.value;
  for (const [index, example] of itemsOf(examples))
    if (isJsonObject(example) && isJsonObject(example["params"]))
      yield { params: example["params"], path: ["examples", index, "params"], code: "TK2022" };
  for (const [index, test] of itemsOf(tests)) {
    if (!isJsonObject(test)) continue;
    yield* testCalls(test, ["tests", index]);
    for (const [step, call] of itemsOf(test["steps"])) {
      const isOwn = isJsonObject(call) && [undefined, view.value["id"]].includes(call["tool"]);
      if (isOwn) yield* testCalls(call, ["tests", index, "steps", step]);
    }
  }
}

function* testCalls({ params, expect }: JsonObject, path: ManifestPath): Iterable<Call> {
  if (isJsonObject(params) && isJsonObject(expect) && expect["success"] === true)
    yield { params, path: [...path, "params"], code: "TK2023" };
}

function describe(view: ManifestView, error: ErrorObject, { params, path, code }: Call): Diagnostic {
  const inner = instancePath(error.instancePath, params);
  const where = [...path, ...inner];
  const extra: unknown = error.params["additionalProperty"];
  const place = typeof extra === "string" ? view.place([...where, extra], "key") : view.place(where);
  const what = whatOf(code);
  const subject = inner.length === 0 ? `The ${what}` : `\`${inner.join(".")}\` of the ${what}`;
  const [type] = [error.params["type"] as string | string[] | undefined].flat();
  const meant = error.keyword === "type" && type !== undefined ? convertTo(type, error.data) : undefined;
  const fix =
    meant === undefined
      ? undefined
      : replaceValue(view.source, where, JSON.stringify(meant), `write ${quoted(meant)}`);
  const help = fix ? undefined : "Correct it, or the schema of the parameters.";
  const message = `${subject} ${describeViolation({ ...error, instancePath: "" }, params)}.`;
  return diagnostic(code, place, message, { help, fix });
}
