import type { ErrorObject } from "ajv/dist/2020.js";
import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { SchemaBundler } from "../../json-schema/bundle-schema.js";
import type { SchemaDocuments } from "../../json-schema/reference.js";
import type { SchemaNode } from "../../json-schema/walk-schema.js";
import { valueValidator, type ValidationOutcome } from "../value-validator.js";
import { quoted } from "../describe-value.js";
import { describeViolation } from "../describe-violation.js";
import { convertTo, removeKey, writeValue } from "../edit-value.js";
import type { SchemaView, ViewedSchema } from "../manifest-view.js";
import type { LintRule } from "../rule.js";
import { isTriviallyValid, typesOf } from "../value-type.js";

/** A default is valid, and validators fill it in. */
export const defaultsRule: LintRule = function* ({ views, documents }) {
  for (const view of views) yield* checkDefaults(view, documents);
};

function* checkDefaults({ schemas }: SchemaView, documents: SchemaDocuments): Iterable<Diagnostic> {
  // Compiling a validator takes longer than all other checks of a manifest, and most defaults are plain values.
  const nodes: ViewedSchema[] = [];
  for (const node of schemas) {
    if (!Object.hasOwn(node.schema, "default")) continue;
    if (isTriviallyValid(node.schema["default"], node.schema)) yield* ignored(node);
    else nodes.push(node);
  }
  const [first] = nodes;
  if (first === undefined) return;
  const validate = defaultValidator(nodes, documents);
  if (validate instanceof Error) {
    const message = `Defaults cannot be checked: ${validate.message}.`;
    yield diagnostic("TK3001", first.view.place([...first.path, "default"], "key"), message);
    return;
  }
  for (const [index, node] of nodes.entries()) {
    const outcome = validate(index, node.schema["default"]);
    if (outcome === "too-slow") {
      yield notChecked(node);
      // The rest is checked once this is fixed.
      return;
    }
    const [error] = outcome;
    if (error !== undefined) yield violation(node, error, (value) => validate(index, value).length === 0);
    else yield* ignored(node);
  }
}

/** Compiles the schemas of all defaults together, which is several times faster than one by one. */
function defaultValidator(
  nodes: readonly ViewedSchema[],
  documents: SchemaDocuments,
): ((index: number, value: unknown) => ValidationOutcome) | Error {
  const bundler = new SchemaBundler(documents);
  const properties = nodes.map((node, index) => [`at${index}`, bundler.convert(node)] as const);
  const validate = valueValidator(
    { properties: Object.fromEntries(properties), ...bundler.definitions() },
    nodes.map(({ schema }) => schema["default"]),
  );
  if (validate instanceof Error) return validate;
  return (index, value) => {
    const outcome = validate({ [`at${index}`]: value });
    if (outcome === "too-slow") return outcome;
    return outcome.map((error) => ({ ...error, instancePath: error.instancePath.replace(/^\/[^/]*/, "") }));
  };
}

function violation(node: ViewedSchema, error: ErrorObject, isValid: (value: unknown) => boolean): Diagnostic {
  const { schema, view, path } = node;
  const value = schema["default"];
  // The description of a wrong type includes the value.
  const shown = error.keyword === "type" && error.instancePath === "" ? "" : ` ${quoted(value)}`;
  const message = `The default${shown}${ownerOf(node)} ${describeViolation(error, value)}.`;
  const where = [...path, "default"];
  const fix =
    writeValue(view.source, where, candidatesFor(schema).find(isValid)) ??
    removeKey(view.source, where, "remove the default");
  const help = fix ? undefined : "Change the default or its schema.";
  return diagnostic("TK3012", view.place(where), message, { help, fix });
}

function notChecked(node: ViewedSchema): Diagnostic {
  const message = `The default${ownerOf(node)} was not checked: validating it takes too long.`;
  const help = "Simplify the schema or the default: a call with such a value would take as long.";
  return diagnostic("TK3012", node.view.place([...node.path, "default"]), message, { help });
}

function ownerOf({ name }: ViewedSchema): string {
  return typeof name === "string" ? ` of \`${name}\`` : "";
}

const emptyValue = /^(null|none|nil|undefined|n\/a)?$/i;

/** Likely values for a wrong default: converted to the right type, or spelled as in `enum`. */
function candidatesFor(schema: ViewedSchema["schema"]): unknown[] {
  const { default: value, enum: values } = schema;
  if (value === null || (typeof value === "string" && emptyValue.test(value.trim()))) return [];
  const converted = (typesOf(schema) ?? []).map((type) => convertTo(type, value));
  const listed: readonly unknown[] = Array.isArray(values) ? values : [];
  const sameSpelling = listed.filter(
    (other) => typeof value === "string" && String(other).toLowerCase() === value.toLowerCase(),
  );
  return [...converted, ...sameSpelling].filter((candidate) => candidate !== undefined);
}

/** Validators fill in defaults of properties, outside of alternatives and conditions. */
function isFilledIn(node: SchemaNode): boolean {
  return node.keyword === "properties" && conditionalKeywordOf(node) === undefined;
}

/** Keywords with schemas that may or may not apply. */
const conditionalKeywords = new Set(
  "anyOf oneOf not if then else dependentSchemas dependencies contains propertyNames".split(" "),
);

function conditionalKeywordOf(node: SchemaNode): string | undefined {
  for (let current: SchemaNode | undefined = node; current !== undefined; current = current.parent)
    if (current.keyword !== undefined && conditionalKeywords.has(current.keyword)) return current.keyword;
  return undefined;
}

/** A diagnostic for a valid default that validators do not fill in. */
function* ignored(node: ViewedSchema): Iterable<Diagnostic> {
  const { view, path, role } = node;
  if (role !== "parameters" || isFilledIn(node)) return;
  const keyword = conditionalKeywordOf(node) ?? node.keyword;
  const message = `The default has no effect ${keyword === undefined ? "at the root" : `inside \`${keyword}\``}.`;
  const help = "Move it to the property itself.";
  yield diagnostic("TK3013", view.place([...path, "default"], "key"), message, { help });
}
