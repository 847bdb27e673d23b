import type { ErrorObject } from "ajv/dist/2020.js";
import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic, Fix } from "../../diagnostics/diagnostic.js";
import type { SchemaDocuments } from "../../json-schema/reference.js";
import type { SchemaNode } from "../../json-schema/walk-schema.js";
import { compareValues, type Claim } from "../compare-values.js";
import { quoted } from "../describe-value.js";
import { describeViolation } from "../describe-violation.js";
import { convertTo, removeKey, replaceValue } from "../edit-value.js";
import type { SchemaView, ViewedSchema } from "../manifest-view.js";
import type { LintRule } from "../rule.js";
import { typesOf } from "../value-type.js";

/** A default satisfies its own schema and stands where it is filled in. */
export const defaultsRule: LintRule = {
  name: "defaults",
  *check({ views, documents }) {
    for (const view of views) yield* checkDefaults(view, documents);
  },
};

interface Violation {
  readonly node: ViewedSchema;
  readonly error: ErrorObject | undefined;
}

function* checkDefaults({ schemas }: SchemaView, documents: SchemaDocuments): Iterable<Diagnostic> {
  const nodes = schemas.filter(({ schema }) => Object.hasOwn(schema, "default"));
  const verdicts = compareValues(
    nodes.map((node) => claimOf(node, node.schema["default"])),
    documents,
  );
  const violations: Violation[] = [];
  for (const [index, node] of nodes.entries()) {
    const verdict = verdicts[index] ?? [];
    if (verdict === "takes-too-long") {
      yield notCompared(node);
      // What follows is compared when this is fixed.
      break;
    }
    if (verdict !== "no-schema" && verdict.length > 0) violations.push({ node, error: verdict[0] });
    else if (node.role === "parameters" && !isFilledIn(node)) yield ignored(node);
  }
  const meant = meantBy(violations, documents);
  for (const { node, error } of violations) yield violation(node, error, meant.get(node));
}

/** A default beside the schema that it stands in; what only describes does not matter. */
function claimOf({ schema, document }: ViewedSchema, value: unknown): Claim {
  const { default: _, description: __, title: ___, ...rest } = schema;
  return { value, schema: rest, document };
}

function violation(node: ViewedSchema, error: ErrorObject | undefined, meant: unknown): Diagnostic {
  const { schema, view, path } = node;
  const value = schema["default"];
  const reason = error === undefined ? "does not satisfy its schema" : describeViolation(error, value);
  const message = `The default ${quoted(value)}${ownerOf(node)} ${reason}.`;
  const fix = fixFor(node, meant);
  const help = fix ? undefined : "Change the default or its schema.";
  return diagnostic("TK3012", view.place([...path, "default"]), message, { help, fix });
}

function notCompared(node: ViewedSchema): Diagnostic {
  const message = `The default${ownerOf(node)} was not checked: validating it takes too long.`;
  const help = "Simplify the schema or the default: a call with such a value would take as long.";
  return diagnostic("TK3012", node.view.place([...node.path, "default"]), message, { help });
}

function ownerOf({ name }: ViewedSchema): string {
  return typeof name === "string" ? ` of \`${name}\`` : "";
}

function fixFor({ view, path }: ViewedSchema, meant: unknown): Fix | undefined {
  const where = [...path, "default"];
  if (meant !== undefined)
    return replaceValue(view.source, where, JSON.stringify(meant), `write ${quoted(meant)}`);
  return removeKey(view.source, where, "remove the default, which no call could use");
}

const nothing = /^(null|none|nil|undefined|n\/a)?$/i;

/** The values of the right type that somebody meant by wrong defaults, as far as that is clear. */
function meantBy(
  violations: readonly Violation[],
  documents: SchemaDocuments,
): ReadonlyMap<ViewedSchema, unknown> {
  if (violations.length === 0) return new Map();
  const guesses = violations.flatMap(({ node }) =>
    guess(node.schema).map((value) => ({ node, claim: claimOf(node, value) })),
  );
  const verdicts = compareValues(
    guesses.map(({ claim }) => claim),
    documents,
  );
  const meant = new Map<ViewedSchema, unknown>();
  for (const [index, { node, claim }] of guesses.entries())
    if (verdicts[index]?.length === 0 && !meant.has(node)) meant.set(node, claim.value);
  return meant;
}

function guess(schema: ViewedSchema["schema"]): unknown[] {
  const { default: value, enum: values } = schema;
  if (value === null || (typeof value === "string" && nothing.test(value.trim()))) return [];
  const converted = (typesOf(schema) ?? []).map((type) => convertTo(type, value));
  const sameLetters =
    typeof value === "string" && Array.isArray(values)
      ? (values as readonly unknown[]).filter((other) => String(other).toLowerCase() === value.toLowerCase())
      : [];
  return [...converted, ...sameLetters].filter((candidate) => candidate !== undefined);
}

/** Validators fill in defaults of properties, outside of alternatives and conditions. */
function isFilledIn(node: SchemaNode): boolean {
  return node.keyword === "properties" && uncertaintyOf(node) === undefined;
}

/** Keywords below which it is not known beforehand what applies. */
const uncertain = new Set(
  "anyOf oneOf not if then else dependentSchemas dependencies contains propertyNames".split(" "),
);

/** The innermost such keyword around a schema. */
function uncertaintyOf(node: SchemaNode): string | undefined {
  for (let current: SchemaNode | undefined = node; current !== undefined; current = current.parent)
    if (current.keyword !== undefined && uncertain.has(current.keyword)) return current.keyword;
  return undefined;
}

function ignored(node: ViewedSchema): Diagnostic {
  const { view, path } = node;
  const keyword = uncertaintyOf(node) ?? node.keyword;
  const inside = keyword === undefined ? "at the root" : `below \`${keyword}\``;
  const message = `The default has no effect: defaults ${inside} are not filled in.`;
  const help = "Put it beside the property's own keywords, outside of alternatives and conditions.";
  return diagnostic("TK3013", view.place([...path, "default"], "key"), message, { help });
}
