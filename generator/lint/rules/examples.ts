import type { ErrorObject } from "ajv/dist/2020.js";
import { diagnostic, type DiagnosticCode } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { bundleSchema } from "../../json-schema/bundle-schema.js";
import { closeRoot } from "../../json-schema/close-root.js";
import { isPlain } from "../../json-schema/plain-schema.js";
import { compileSchema } from "../../json-schema/schema-compiler.js";
import { collectExtensions, withoutInjected } from "../../json-schema/schema-extensions.js";
import { isJsonObject } from "../../model/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import { quoted } from "../describe-value.js";
import { describeViolation } from "../describe-violation.js";
import { convertTo, replaceValue } from "../edit-value.js";
import { instancePath } from "../instance-path.js";
import type { ManifestView } from "../manifest-view.js";
import { manifestRule, type LintProject, type LintRule } from "../rule.js";

/** Examples are calls that the tool accepts; so are tests that expect success. Says, too, when Ajv refuses the schema. */
export const examplesRule: LintRule = manifestRule("examples", function* (view, project) {
  const validate = parameterValidator(view, project);
  if (validate instanceof Error) {
    yield diagnostic(
      "TK3001",
      view.place(["schema"], "key"),
      `The schema cannot be compiled: ${validate.message}.`,
    );
    return;
  }
  if (validate === undefined) return;
  for (const { params, path, code } of callsOf(view)) {
    if (validate(params)) continue;
    for (const error of validate.errors ?? []) {
      if (error.keyword !== "if") yield describe(view, error, path, code, params);
    }
  }
});

function parameterValidator(
  view: ManifestView,
  { documents }: LintProject,
): ReturnType<typeof compileSchema> | undefined {
  const { schema = {} } = view.value;
  if (!isJsonObject(schema)) return undefined;
  // Compiling would take most of the time of a whole run, and there is nothing to try the validator on.
  if (isPlain(schema) && callsOf(view).next().done === true) return undefined;
  const document = { source: view.source, root: ["schema"] };
  const params = closeRoot(bundleSchema({ schema, document, path: ["schema"] }, documents));
  // What the application supplies is no part of a call.
  const { inject, complete } = collectExtensions(params);
  if (!complete) return new Error("`x-` keywords in it apply to more than 20,000 values");
  return compileSchema(withoutInjected(params, inject));
}

function* callsOf(
  view: ManifestView,
): Generator<{ params: unknown; path: ManifestPath; code: DiagnosticCode }, void> {
  const { examples, tests } = view.value;
  if (Array.isArray(examples))
    for (const [index, example] of (examples as readonly unknown[]).entries())
      if (isJsonObject(example) && isJsonObject(example["params"]))
        yield { params: example["params"], path: ["examples", index, "params"], code: "TK2022" };
  if (!Array.isArray(tests)) return;
  for (const [index, test] of (tests as readonly unknown[]).entries()) {
    if (!isJsonObject(test) || !isJsonObject(test["params"]) || !isJsonObject(test["expect"])) continue;
    if (test["expect"]["success"] === true)
      yield { params: test["params"], path: ["tests", index, "params"], code: "TK2023" };
  }
}

function describe(
  view: ManifestView,
  error: ErrorObject,
  path: ManifestPath,
  code: DiagnosticCode,
  params: unknown,
): Diagnostic {
  const inner = instancePath(error.instancePath, params);
  const where = [...path, ...inner];
  const extra: unknown = error.params["additionalProperty"];
  const place = typeof extra === "string" ? view.place([...where, extra], "key") : view.place(where);
  const what = code === "TK2022" ? "example" : "test";
  const subject = inner.length === 0 ? `The ${what}` : `\`${inner.join(".")}\` of the ${what}`;
  const [type] = [error.params["type"] as string | string[] | undefined].flat();
  const meant = error.keyword === "type" && type !== undefined ? convertTo(type, error.data) : undefined;
  const fix =
    meant === undefined
      ? undefined
      : replaceValue(view.source, where, JSON.stringify(meant), `write ${quoted(meant)}`);
  const flat: ErrorObject = { ...error, instancePath: "" };
  return diagnostic(
    code,
    place,
    `${subject} ${describeViolation(flat, params)}.`,
    fix ? { fix } : { help: "Correct it, or the schema of the parameters." },
  );
}
