import { describeSchemaErrors } from "@toolkiln/runtime/vocabulary";
import { diagnostic, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { variantOf } from "../../diagnostics/suggest.js";
import { SchemaBundler } from "../../json-schema/bundle-schema.js";
import type { SchemaDocuments } from "../../json-schema/reference.js";
import type { SchemaNode } from "../../json-schema/walk-schema.js";
import { valueValidator, isTriviallyValid, typesOf } from "../value-validator.js";
import { endSentence } from "../describe-value.js";
import { convertTo, removeKey, writeValue } from "../edit-value.js";
import type { SchemaView, ViewedSchema, LintRule } from "../rule.js";

/** Requires defaults to be valid, and to be where validators fill them in. */
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
    const message = `The schema cannot be compiled: ${validate.message}.`;
    yield diagnostic("TK3001", first.view.place([...first.path, "default"], "key"), message);
    return;
  }
  for (const [index, node] of nodes.entries()) {
    const reason = validate(index, node.schema["default"]);
    if (reason === undefined) yield* ignored(node);
    else yield violation(node, reason, (value) => validate(index, value) === undefined);
    // The rest is checked once this is fixed.
    if (reason === tooSlow) return;
  }
}

const tooSlow = "was not checked: validating it takes too long. A call with it would be just as slow.";

/**
 * Compiles the schemas of all defaults together, which is several times faster than one by one. The validator returns
 * why a value is not valid.
 */
function defaultValidator(
  nodes: readonly ViewedSchema[],
  documents: SchemaDocuments,
): ((index: number, value: unknown) => string | undefined) | Error {
  const bundler = new SchemaBundler(documents);
  const properties = nodes.map((node, index) => [`default${index}`, bundler.convert(node)] as const);
  const schema = { properties: Object.fromEntries(properties), ...bundler.definitions() };
  const values = nodes.map((node) => node.schema["default"]);
  const validate = valueValidator(schema, values);
  if (validate instanceof Error) return validate;
  return (index, value) => {
    const input = { [`default${index}`]: value };
    const errors = validate(input);
    if (errors === "too-slow") return tooSlow;
    if (errors.length === 0) return undefined;
    const [first] = describeSchemaErrors(errors, input, { schema });
    const { parameterName, message } = first ?? { parameterName: "", message: "it violates its schema" };
    const pointer = parameterName.replace(/^\/?default\d+/, "");
    const reason = endSentence(message.replace(/\/?\bdefault\d+/, "the default"));
    return `is not valid${pointer === "" ? "" : ` at \`${pointer}\``}: ${reason}`;
  };
}

function violation(node: ViewedSchema, reason: string, isValid: (value: unknown) => boolean): Diagnostic {
  const { schema, view, path, name } = node;
  const owner = typeof name === "string" ? ` of \`${name}\`` : "";
  const where = [...path, "default"];
  const replacement = writeValue(view.source, where, candidatesFor(schema).find(isValid));
  const repair = replacement ?? removeKey(view.source, where, "remove the default");
  const fix = reason === tooSlow ? undefined : repair;
  const help = fix ? undefined : "Change the default or its schema.";
  return diagnostic("TK3012", view.place(where), `The default${owner} ${reason}`, { help, fix });
}

/** Likely values for a wrong default: converted to the right type, or spelled as in `enum`. */
function candidatesFor(schema: ViewedSchema["schema"]): unknown[] {
  const { default: value, enum: values } = schema;
  const names = Array.isArray(values) ? values.filter((other) => typeof other === "string") : [];
  const variant = typeof value === "string" ? variantOf(value, names) : undefined;
  return [convertTo(typesOf(schema), value), variant].filter((candidate) => candidate !== undefined);
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

/** A diagnostic for a valid default that validators do not fill in: they only fill in properties that always apply. */
function* ignored(node: ViewedSchema): Iterable<Diagnostic> {
  const { view, path, role } = node;
  const keyword = conditionalKeywordOf(node) ?? node.keyword;
  if (role !== "parameters" || keyword === "properties") return;
  const message = `The default has no effect ${keyword === undefined ? "at the root" : `inside \`${keyword}\``}.`;
  const help = `Move it to the property itself${keyword === undefined ? "" : `, outside \`${keyword}\``}.`;
  yield diagnostic("TK3013", view.place([...path, "default"], "key"), message, help);
}
