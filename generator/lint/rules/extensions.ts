import { diagnostic, type DiagnosticCode } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { referencedSchema, type SchemaDocuments } from "../../json-schema/reference.js";
import { describesValues } from "../../json-schema/schema-extensions.js";
import { inPlaceKeywords, subschemas, type SchemaNode } from "../../json-schema/walk-schema.js";
import { isJsonObject, type JsonObject } from "../../values/json-object.js";
import { holders, isDefinition, KeywordReach, type ValueKeyword } from "../keyword-reach.js";
import type { ViewedSchema } from "../manifest-view.js";
import type { LintProject, LintRule } from "../rule.js";
import { typesOf } from "../value-type.js";

const ownKeywords = ["x-path", "x-sensitive", "x-inject", "x-renamed-from", "x-use-instead"] as const;

/** toolkiln's own keywords stand where they have an effect. */
export const extensionsRule: LintRule = {
  name: "extensions",
  *check({ views, documents }: LintProject) {
    const reach = new KeywordReach(views, documents);
    for (const { schemas } of views) {
      for (const node of schemas) {
        yield* checkReference(node, documents);
        yield* checkKeywords(node, reach);
        if (!isElsewhere(node)) yield* checkPointedAt(node, reach);
      }
    }
  },
};

function* checkKeywords(node: ViewedSchema, reach: KeywordReach): Iterable<Diagnostic> {
  const { role, schema } = node;
  for (const keyword of ownKeywords) {
    if (schema[keyword] === undefined) continue;
    const code = codes[keyword];
    if (isElsewhere(node)) {
      yield misuse(node, keyword, code, `\`${keyword}\` works on parameters only.`, "Remove it here.");
    } else if (keyword === "x-path" || keyword === "x-sensitive")
      yield* checkValueKeyword(node, keyword, reach);
    else if (keyword === "x-use-instead") yield* checkUseInstead(node);
    else if (role === "parameters" && !isRootProperty(node) && !isDefinition(node)) {
      const message = `\`${keyword}\` is only allowed on a parameter itself, not ${inside(node)}.`;
      yield misuse(node, keyword, code, message, "Move it to a property of the outermost object.");
    }
  }
}

/** Whether a schema describes something else than parameters. */
function isElsewhere({ role }: ViewedSchema): boolean {
  return role === "data" || role === "condition";
}

/** A definition may be injected, where a parameter is what points at it. */
function* checkReference(node: ViewedSchema, documents: SchemaDocuments): Iterable<Diagnostic> {
  const target = referencedSchema(node.schema, node.document, documents)?.schema;
  if (!isJsonObject(target) || isRootProperty(node)) return;
  for (const keyword of ["x-inject", "x-renamed-from"] as const) {
    if (target[keyword] === undefined) continue;
    const message = `The referenced schema has \`${keyword}\`, which is only allowed on a parameter itself.`;
    const help = "Refer to it from a property of the outermost object.";
    yield misuse(node, "$ref", codes[keyword], message, help);
  }
}

const codes: Readonly<Record<(typeof ownKeywords)[number], DiagnosticCode>> = {
  "x-path": "TK3023",
  "x-sensitive": "TK3024",
  "x-inject": "TK3022",
  "x-renamed-from": "TK3024",
  "x-use-instead": "TK3024",
};

function* checkValueKeyword(
  node: ViewedSchema,
  keyword: ValueKeyword,
  reach: KeywordReach,
): Iterable<Diagnostic> {
  const types = typesOf(node.schema) ?? (isOutermost(node) ? ["object"] : undefined);
  if (keyword === "x-path" && types !== undefined && !types.includes("string")) {
    const message = `\`x-path\` only works on strings; this is ${types.join(" or ")}.`;
    const help = types.includes("array") ? "Put it on `items`." : "Remove it, or make the type `string`.";
    yield misuse(node, keyword, "TK3023", message, help);
  }
  yield* checkEffect(node, keyword, keyword, `\`${keyword}\``, reach);
}

/** Keywords of definitions are held to the places that point at them. */
function* checkPointedAt(node: ViewedSchema, reach: KeywordReach): Iterable<Diagnostic> {
  for (const keyword of reach.pointedAt(node.schema))
    yield* checkEffect(node, keyword, "$ref", `\`${keyword}\` of the referenced schema`, reach);
}

/** Reports a keyword that has no effect here, or applies at every depth or to too much. */
function* checkEffect(
  node: ViewedSchema,
  keyword: ValueKeyword,
  place: string,
  subject: string,
  reach: KeywordReach,
): Iterable<Diagnostic> {
  const inert = holders(node).find(
    (holder) => holder.keyword !== undefined && !describesValues(holder.keyword),
  );
  if (inert !== undefined && !isDefinition(inert)) {
    const message = `${subject} has no effect inside \`${inert.keyword}\`.`;
    yield misuse(node, place, codes[keyword], message, "Put it where the value itself is described.");
  } else if (reach.isInCircle(node) && !(place === "$ref" && reach.pointsIntoCircle(node.schema))) {
    const message = `${subject} is not supported inside a recursive schema.`;
    const help = "Flatten the schema, or take the value as one parameter.";
    yield misuse(node, place, codes[keyword], message, help);
  } else if (keyword === "x-path") {
    const rest = holders(node).find(takesOthers);
    if (rest === undefined) return;
    const message = `${subject} below \`${rest.keyword}\` would also apply to the values described beside it.`;
    const help = "Move the other values into a parameter of their own.";
    yield misuse(node, place, "TK3023", message, help);
  }
}

/** The keywords for what has no name of its own, and those that give the names. */
const namesBeside: ReadonlyMap<string, string> = new Map([
  ["additionalProperties", "properties"],
  ["unevaluatedProperties", "properties"],
  ["patternProperties", "properties"],
  ["items", "prefixItems"],
  ["unevaluatedItems", "prefixItems"],
]);

/** Whether a schema for all other values stands beside ones that may hold text which is no path. */
function takesOthers({ keyword = "", parent }: SchemaNode): boolean {
  const names = namesBeside.get(keyword);
  return (
    parent !== undefined &&
    subschemas(parent.schema)
      .filter((beside) => beside.keyword === names)
      .some(({ schema }) => isJsonObject(schema) && mayHoldText(schema) && schema["x-path"] === undefined)
  );
}

function mayHoldText(schema: JsonObject): boolean {
  return typesOf(schema)?.some((type) => textTypes.has(type)) ?? true;
}

const textTypes: ReadonlySet<string> = new Set(["string", "object", "array"]);

function* checkUseInstead(node: ViewedSchema): Iterable<Diagnostic> {
  const { schema, parent, view, path } = node;
  const other = schema["x-use-instead"];
  if (typeof other !== "string") return;
  const siblings = parent?.schema["properties"];
  if (node.keyword !== "properties" || !isJsonObject(siblings)) return;
  const place = view.place([...path, "x-use-instead"]);
  if (!Object.hasOwn(siblings, other) || other === node.name)
    yield diagnostic(
      "TK3024",
      place,
      `\`x-use-instead\` names \`${other}\`, which is not another property.`,
      {
        help: "Name a property beside this one.",
      },
    );
  else if (schema["deprecated"] !== true)
    yield diagnostic("TK3024", place, "`x-use-instead` has no effect without `deprecated: true`.", {
      help: "Add `deprecated: true`.",
    });
}

function misuse(
  { view, path }: ViewedSchema,
  keyword: string,
  code: DiagnosticCode,
  message: string,
  help: string,
): Diagnostic {
  return diagnostic(code, view.place([...path, keyword], "key"), message, { help });
}

/** A property of the outermost object, directly or through `allOf`. */
function isRootProperty({ keyword, parent }: SchemaNode): boolean {
  let holder = keyword === "properties" ? parent : undefined;
  while (holder?.parent !== undefined && holder.keyword === "allOf") holder = holder.parent;
  return holder !== undefined && holder.parent === undefined;
}

/** Whether a schema speaks of the parameters as a whole. */
function isOutermost(node: ViewedSchema): boolean {
  return (
    node.role === "parameters" &&
    holders(node).every(({ keyword }) => keyword === undefined || inPlaceKeywords.has(keyword))
  );
}

function inside({ keyword, name }: SchemaNode): string {
  if (keyword === undefined) return "on all of them";
  return keyword === "properties" ? `inside another parameter (\`${String(name)}\`)` : `below \`${keyword}\``;
}
