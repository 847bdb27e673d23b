import type { ErrorObject } from "ajv/dist/2020.js";
import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic, Fix } from "../../diagnostics/diagnostic.js";
import { bundleSchema } from "../../json-schema/bundle-schema.js";
import { plainlyAccepts } from "../../json-schema/plain-schema.js";
import { compileSchema } from "../../json-schema/schema-compiler.js";
import type { SchemaNode } from "../../json-schema/walk-schema.js";
import { quoted } from "../describe-value.js";
import { describeViolation } from "../describe-violation.js";
import { convertTo, removeKey, replaceValue } from "../edit-value.js";
import type { ViewedSchema } from "../manifest-view.js";
import { schemaRule, type LintRule } from "../rule.js";
import { typesOf } from "../value-type.js";

/** A default satisfies its own schema and stands where it is filled in. */
export const defaultsRule: LintRule = schemaRule("defaults", function* (node, { documents }) {
  const { schema, path, document, role } = node;
  if (!Object.hasOwn(schema, "default")) return;
  const { default: value, ...rest } = schema;
  const validate = plainlyAccepts(rest, value)
    ? undefined
    : compileSchema(bundleSchema({ schema: rest, document, path }, documents));
  if (validate !== undefined && !(validate instanceof Error) && !validate(value))
    yield violation(node, validate.errors ?? []);
  else if (role === "parameters" && !isFilledIn(node)) yield ignored(node);
});

function violation(node: ViewedSchema, errors: readonly ErrorObject[]): Diagnostic {
  const { schema, view, path, name } = node;
  const value = schema["default"];
  const owner = typeof name === "string" ? ` of \`${name}\`` : "";
  const [error] = errors;
  const reason = error === undefined ? "does not satisfy its schema" : describeViolation(error, value);
  const fix = mend(node, value);
  const place = view.place([...path, "default"]);
  return diagnostic(
    "TK3012",
    place,
    `The default ${quoted(value)}${owner} ${reason}.`,
    fix ? { fix } : { help: "Change the default, or the schema that it has to satisfy." },
  );
}

const nothing = /^(null|none|nil|undefined|n\/a)?$/i;

function mend({ schema, view, path }: ViewedSchema, value: unknown): Fix | undefined {
  const where = [...path, "default"];
  const meant = meantBy(schema, value);
  if (meant !== undefined)
    return replaceValue(view.source, where, JSON.stringify(meant), `write ${quoted(meant)}`);
  return removeKey(view.source, where, "remove the default, which no call could use");
}

/** The value of the right type that somebody meant by a default; undefined when that is not clear. */
function meantBy(schema: ViewedSchema["schema"], value: unknown): unknown {
  if (value === null || (typeof value === "string" && nothing.test(value.trim()))) return undefined;
  const converted = (typesOf(schema) ?? []).map((type) => convertTo(type, value));
  const values: unknown = schema["enum"];
  const sameLetters =
    typeof value === "string" && Array.isArray(values)
      ? (values as readonly unknown[]).filter((other) => String(other).toLowerCase() === value.toLowerCase())
      : [];
  return [...converted, ...sameLetters].find(
    (candidate) => candidate !== undefined && accepts(schema, candidate),
  );
}

function accepts(schema: ViewedSchema["schema"], value: unknown): boolean {
  const own = Object.entries(schema).filter(([keyword]) => keyword !== "default" && keyword !== "$ref");
  const validate = compileSchema(Object.fromEntries(own));
  return !(validate instanceof Error) && validate(value);
}

/** Validators fill in defaults of properties and tuple items, outside of alternatives. */
function isFilledIn(node: SchemaNode): boolean {
  if (
    node.keyword !== "properties" &&
    node.keyword !== "prefixItems" &&
    !(node.keyword === "items" && typeof node.name === "number")
  )
    return false;
  for (let current: SchemaNode | undefined = node; current !== undefined; current = current.parent)
    if (current.keyword !== undefined && alternatives.has(current.keyword)) return false;
  return true;
}

const alternatives = new Set(["anyOf", "oneOf", "not", "if", "contains", "propertyNames"]);

function ignored({ view, path, keyword }: ViewedSchema): Diagnostic {
  const inside = keyword === undefined ? "at the root" : `below \`${keyword}\``;
  return diagnostic(
    "TK3013",
    view.place([...path, "default"], "key"),
    `A default ${inside} is never filled in.`,
    {
      help: "Put it beside the property's own keywords, outside of `anyOf` and `oneOf`.",
    },
  );
}
