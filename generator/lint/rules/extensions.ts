import { diagnostic, type DiagnosticCode } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { resolveReference, type SchemaDocuments } from "../../json-schema/reference.js";
import { subschemas, type SchemaNode } from "../../json-schema/walk-schema.js";
import { isJsonObject, type JsonObject } from "../../model/json-object.js";
import type { ViewedSchema } from "../manifest-view.js";
import { schemaRule, type LintRule } from "../rule.js";
import { typesOf } from "../value-type.js";

const ownKeywords = ["x-path", "x-sensitive", "x-inject", "x-renamed-from", "x-use-instead"] as const;

/** toolkiln's own keywords stand where they can be obeyed. */
export const extensionsRule: LintRule = schemaRule("extensions", function* (node, { documents }) {
  const { role, schema } = node;
  yield* checkReference(node, documents);
  for (const keyword of ownKeywords) {
    if (schema[keyword] === undefined) continue;
    const code = codes[keyword];
    if (role === "data" || role === "condition") {
      yield misuse(node, keyword, code, `\`${keyword}\` works on parameters only.`, "Remove it here.");
    } else if (keyword === "x-path" || keyword === "x-sensitive")
      yield* checkValueKeyword(node, keyword, documents);
    else if (keyword === "x-use-instead") yield* checkUseInstead(node);
    else if (role === "parameters" && !isRootProperty(node) && !isDefinition(node)) {
      const message = `\`${keyword}\` stands on a parameter itself, not ${inside(node)}.`;
      yield misuse(node, keyword, code, message, "Move it to a property of the outermost object.");
    }
  }
});

/** A definition may be injected, where a parameter is what points at it. */
function* checkReference(node: ViewedSchema, documents: SchemaDocuments): Iterable<Diagnostic> {
  const { schema, document } = node;
  const target =
    typeof schema["$ref"] === "string" ? resolveReference(schema["$ref"], document, documents) : undefined;
  if (target === undefined || "kind" in target || !isJsonObject(target.schema) || isRootProperty(node))
    return;
  for (const keyword of ["x-inject", "x-renamed-from"] as const) {
    if (target.schema[keyword] === undefined) continue;
    const message = `What this points at has \`${keyword}\`, which stands on parameters only.`;
    yield misuse(
      node,
      "$ref",
      codes[keyword],
      message,
      "Point at it from a property of the outermost object.",
    );
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
  keyword: "x-path" | "x-sensitive",
  documents: SchemaDocuments,
): Iterable<Diagnostic> {
  const types = typesOf(node.schema);
  if (keyword === "x-path" && types !== undefined && !types.includes("string")) {
    const message = `\`x-path\` marks text that names a path; this is ${types.join(" or ")}.`;
    const help = types.includes("array") ? "Put it on `items`." : "Remove it, or make the type `string`.";
    yield misuse(node, keyword, "TK3023", message, help);
  }
  const [root] = node.parent === undefined ? [node] : ancestors(node);
  if (root !== undefined && isRecursive(node, documents)) {
    const message = `\`${keyword}\` inside a schema that contains itself cannot be followed to every depth.`;
    yield misuse(
      node,
      keyword,
      codes[keyword],
      message,
      "Flatten the schema, or take the value as one parameter.",
    );
  }
}

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
      `\`x-use-instead\` names \`${other}\`, which is no other property here.`,
      {
        help: "Name a property beside this one.",
      },
    );
  else if (schema["deprecated"] !== true)
    yield diagnostic("TK3024", place, "`x-use-instead` stands beside `deprecated: true`.", {
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

/** What a definition asks for is judged by lowering, where it is used. */
function isDefinition(node: SchemaNode): boolean {
  return node.keyword === "$defs" || node.keyword === "definitions";
}

function inside({ keyword, name }: SchemaNode): string {
  if (keyword === undefined) return "on all of them";
  return keyword === "properties" ? `inside another parameter (\`${String(name)}\`)` : `below \`${keyword}\``;
}

function ancestors(node: SchemaNode): SchemaNode[] {
  const found: SchemaNode[] = [];
  for (let current = node.parent; current !== undefined; current = current.parent) found.unshift(current);
  return found;
}

/** Whether a schema that holds this one can be reached from it again. */
function isRecursive(node: ViewedSchema, documents: SchemaDocuments): boolean {
  const holders = new Set<unknown>(ancestors(node).map(({ schema }) => schema));
  for (const holder of ancestors(node)) {
    const seen = new Set<JsonObject>();
    const waiting = [{ schema: holder.schema as unknown, document: node.document, first: true }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { schema, document } = next;
      if (!isJsonObject(schema) || seen.has(schema)) continue;
      seen.add(schema);
      const reference = schema["$ref"];
      const target =
        typeof reference === "string" ? resolveReference(reference, document, documents) : undefined;
      if (target !== undefined && !("kind" in target)) {
        if (holders.has(target.schema) && contains(target.schema, node.schema)) return true;
        waiting.push({ ...target, first: false });
      }
      for (const inner of subschemas(schema))
        if (inner.keyword !== "$defs" && inner.keyword !== "definitions")
          waiting.push({ schema: inner.schema, document, first: false });
    }
  }
  return false;
}

function contains(outer: unknown, inner: JsonObject): boolean {
  if (outer === inner) return true;
  return isJsonObject(outer) && subschemas(outer).some(({ schema }) => contains(schema, inner));
}
