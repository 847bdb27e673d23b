import { fullFormats } from "ajv-formats/dist/formats.js";
import { diagnostic, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { didYouMean, suggest, variantOf } from "../../diagnostics/suggest.js";
import { itemsOf, isJsonObject, valueAt } from "../../values/json-object.js";
import { quoted } from "../describe-value.js";
import { convertTo, removeKey, writeValue } from "../edit-value.js";
import { schemaRule, type ViewedSchema, type LintRule } from "../rule.js";
import { matchesType, typesOf } from "../value-validator.js";
import { knownProperties } from "../../json-schema/property-names.js";
import { isCondition, isDefinition, sameValueAncestors } from "../../json-schema/walk-schema.js";
import type { ManifestPath } from "../../read/manifest-source.js";

/** Requires parameters to be an object. */
const rootTypeRule: LintRule = schemaRule(function* (node) {
  const { schema, path, view, role, parent } = node;
  const types = role === "parameters" && parent === undefined ? typesOf(schema) : undefined;
  if (types === undefined || (types.length === 1 && types[0] === "object")) return;
  const where = [...path, "type"];
  const fix = writeValue(view.source, where, schema["properties"] === undefined ? undefined : "object");
  const message = `The schema of the parameters has \`type: ${types.length === 1 ? types[0] : `[${types.join(", ")}]`}\`; expected \`type: object\`.`;
  const help = "Describe the value as a property of an object: `properties: { value: … }`.";
  yield diagnostic("TK3026", view.place(where), message, { help, fix });
});

/** Lower and upper bounds; with an exclusive bound, equal limits allow no value. */
const pairs = [
  ["minimum", "maximum", false],
  ["minLength", "maxLength", false],
  ["minItems", "maxItems", false],
  ["minProperties", "maxProperties", false],
  ["minContains", "maxContains", false],
  ["exclusiveMinimum", "exclusiveMaximum", true],
  ["exclusiveMinimum", "maximum", true],
  ["minimum", "exclusiveMaximum", true],
] as const;

/** Requires bounds that some value can satisfy. */
const boundsRule: LintRule = schemaRule(function* ({ schema, path, view }) {
  const onlyIntegers = typesOf(schema)?.every((type) => type === "integer") === true;
  for (const [low, high, excludes] of pairs) {
    const [from, to] = [schema[low], schema[high]];
    if (typeof from !== "number" || typeof to !== "number") continue;
    const hasNoInteger = high === "maximum" && onlyIntegers && Math.ceil(from) > Math.floor(to);
    if (!(from > to || (from === to && excludes) || hasNoInteger)) continue;
    const message = `No value satisfies both \`${low}: ${from}\` and \`${high}: ${to}\`.`;
    yield diagnostic("TK3011", view.place([...path, low]), message, "Swap the two, or correct one.");
  }
  const { required, maxProperties } = schema;
  if (Array.isArray(required) && typeof maxProperties === "number" && required.length > maxProperties) {
    const message = `\`required\` names ${required.length} properties, but \`maxProperties\` allows ${maxProperties}.`;
    yield diagnostic("TK3011", view.place([...path, "maxProperties"]), message);
  }
});

/** Models and compilers handle up to this many values well. */
const maxEnumValues = 1000;

/** Requires `enum` and `const` to list values of their schema's `type`, each once. */
const enumValuesRule: LintRule = schemaRule(function* (node) {
  const { schema, path, view } = node;
  const types = typesOf(schema);
  if (types !== undefined && "const" in schema && !matchesType(schema["const"], types))
    yield contradiction(node, types, ["const"], schema["const"]);
  const values: unknown = schema["enum"];
  if (!Array.isArray(values)) return;
  if (values.length === 0) {
    const message = "The `enum` is empty, so no value is allowed.";
    yield diagnostic("TK3009", view.place([...path, "enum"]), message, "List the values, or remove `enum`.");
  }
  if (values.length > maxEnumValues) {
    const message = `The \`enum\` has ${values.length} values; more than ${maxEnumValues} slow down models and compilers.`;
    const help = "Accept any string, and check it in the implementation.";
    yield diagnostic("TK3027", view.place([...path, "enum"], "key"), message, help);
  }
  const seen = new Set<string>();
  for (const [index, value] of itemsOf(values)) {
    if (types !== undefined && !matchesType(value, types))
      yield contradiction(node, types, ["enum", index], value);
    const key = JSON.stringify(value);
    if (seen.has(key)) {
      const message = `The value ${quoted(value)} is listed twice.`;
      yield diagnostic("TK3010", view.place([...path, "enum", index]), message, "Remove one of the two.");
    }
    seen.add(key);
  }
});

function contradiction(
  { view, path }: ViewedSchema,
  types: readonly string[],
  where: readonly (string | number)[],
  value: unknown,
): Diagnostic {
  const message = `The value ${quoted(value)} is not of type ${types.join(" or ")}, so it never matches.`;
  const at = [...path, ...where];
  const fix = writeValue(view.source, at, convertTo(types, value));
  const allowNull = `Write \`type: [${types.join(", ")}, "null"]\`, or remove the value.`;
  const help = value === null ? allowNull : "Change the value, or the `type`.";
  return diagnostic("TK3008", view.place(at), message, fix ? { fix } : { help });
}

/** The formats that validators check. */
export const knownFormats: readonly string[] = Object.keys(fullFormats);

/** Requires every `format` to be one that validators check. */
const formatsRule: LintRule = schemaRule(function* ({ schema: { format }, path, view }) {
  if (typeof format !== "string" || knownFormats.includes(format)) return;
  const where = [...path, "format"];
  const near = suggest(format, knownFormats);
  const fix =
    near === undefined
      ? removeKey(view.source, where, "remove `format`")
      : writeValue(view.source, where, variantOf(format, knownFormats));
  const message = `The format \`${format}\` is unknown and not checked.${didYouMean(near)}`;
  const help = "Use a `pattern`, or describe the format in `description`.";
  yield diagnostic("TK3015", view.place(where), message, { help, fix });
});

/** Requires `required` to name only known properties. */
const requiredRule: LintRule = schemaRule(function* (node, { documents }) {
  const { schema, path, view, document, role } = node;
  const { required } = schema;
  if (!Array.isArray(required) || role === "condition") return;
  const whole = sameValueAncestors(node).at(-1) ?? node;
  const { names, open, suggestions } = knownProperties(whole.schema, document, documents);
  // A definition without properties may be merged with a schema that has some.
  const isPart = names.size === 0 && (isDefinition(whole) || (role === "shared" && !whole.parent));
  if (open || isPart || isCondition(node)) return;
  for (const [index, name] of itemsOf(required)) {
    if (typeof name !== "string" || names.has(name)) continue;
    const where = [...path, "required", index];
    const variant = suggestions.variantOf(name);
    const fix = writeValue(view.source, where, required.includes(variant) ? undefined : variant);
    const message = `\`required\` names \`${name}\`, which is not a property.${didYouMean(suggestions.nearest(name))}`;
    const help = "Describe it under `properties`, or remove it from `required`.";
    yield diagnostic("TK3007", view.place(where), message, { help, fix });
  }
});

const help = "Choose another name.";
/** The keywords that name properties or definitions. */
const naming = "properties $defs definitions required dependentRequired dependentSchemas dependencies".split(
  " ",
);

/** Rejects property names that JavaScript or the envelope reserves. */
const reservedPropertiesRule: LintRule = schemaRule(function* (node) {
  const { schema, path, view, role, parent } = node;
  for (const keyword of naming.filter((name) => schema[name] !== undefined)) {
    for (const where of protosIn(schema[keyword], [...path, keyword])) {
      const place = view.place(where, typeof where.at(-1) === "number" ? "value" : "key");
      const message = "`__proto__` cannot be a property name: JavaScript reserves it.";
      yield diagnostic("TK3025", place, message, help);
    }
  }
  const envelope = ["properties", "__envelope"];
  if (role !== "data" || parent !== undefined || valueAt(schema, envelope) === undefined) return;
  const message = "`__envelope` cannot be a property name: it holds the envelope of a result.";
  yield diagnostic("TK3025", view.place([...path, ...envelope], "key"), message, help);
});

/** Where a keyword names `__proto__`: as a key, in its list, or in the list of a property. */
function* protosIn(value: unknown, path: ManifestPath): Iterable<ManifestPath> {
  if (Array.isArray(value)) {
    const index = value.indexOf("__proto__");
    if (index >= 0) yield [...path, index];
  } else if (isJsonObject(value)) {
    if (Object.hasOwn(value, "__proto__")) yield [...path, "__proto__"];
    for (const [name, inner] of Object.entries(value))
      if (Array.isArray(inner)) yield* protosIn(inner, [...path, name]);
  }
}

export const schemaValueRules: readonly LintRule[] = [
  rootTypeRule,
  reservedPropertiesRule,
  requiredRule,
  enumValuesRule,
  boundsRule,
  formatsRule,
];
