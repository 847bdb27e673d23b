import type { JsonSchemaObject } from "@toolkiln/runtime";
import { literals, partsOf } from "../compare/cases.js";
import { constraintsOf } from "../emit/types/describe-schema.js";
import { schemaList } from "../json-schema/schema-values.js";
import { code, plain, prose } from "./markdown.js";

/** Maximum depth of nested objects with rows. */
const maxDepth = 3;

/** Every property of a schema as a row of a table: name, type, need and details. */
export function propertyRows(root: JsonSchemaObject): readonly (readonly string[])[] {
  const rows: string[][] = [];
  const visit = (schema: unknown, prefix: string, depth: number): void => {
    const parts = partsOf(root, schema);
    const required = new Set(parts.flatMap((part) => part.required ?? []));
    for (const { properties = {} } of parts) {
      for (const [name, property] of Object.entries(properties)) {
        const path = prefix === "" ? name : `${prefix}.${name}`;
        const need = required.has(name) ? "required" : "optional";
        rows.push([code(path), plain(typeText(property, root)), need, detailsOf(property, root)]);
        if (depth < maxDepth) visit(property, path, depth + 1);
        if (depth < maxDepth) visit(itemsOf(property, root), `${path}[]`, depth + 1);
      }
    }
  };
  visit(root, "", 1);
  return rows;
}

function itemsOf(schema: unknown, root: JsonSchemaObject): unknown {
  return partsOf(root, schema).find(({ items }) => items !== undefined)?.items ?? true;
}

/** The description, the limits and the default of a property. */
function detailsOf(schema: unknown, root: JsonSchemaObject): string {
  const parts = partsOf(root, schema);
  const first = (key: string): unknown => parts.map((part) => part[key]).find((value) => value !== undefined);
  const [description, fallback] = [first("description"), first("default")];
  const limits = parts.flatMap(constraintsOf).filter((text) => text !== "a whole number");
  return [
    typeof description === "string" ? prose(description.trim()) : "",
    limits.length > 0 ? prose(`${capitalized(limits.join(", "))}.`) : "",
    fallback === undefined ? "" : `Default: ${code(JSON.stringify(fallback))}.`,
    first("deprecated") === true ? "Deprecated." : "",
  ]
    .filter((text) => text !== "")
    .join(" ");
}

/** The type of a value in a few words. */
export function typeText(schema: unknown, root: JsonSchemaObject, depth = 0): string {
  if (schema === false) return "nothing";
  const parts = partsOf(root, schema);
  const values = parts.map(literals).find((found) => found !== undefined);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  const branches = parts.flatMap((part) => [...schemaList(part["anyOf"]), ...schemaList(part["oneOf"])]);
  const types = parts.flatMap(({ type = [] }) => type);
  if (types.length === 0 && branches.length > 0 && depth < maxDepth)
    return [...new Set(branches.map((branch) => typeText(branch, root, depth + 1)))].join(" | ");
  const names = types.map((type) =>
    type === "array" && depth < maxDepth ? listText(typeText(itemsOf(schema, root), root, depth + 1)) : type,
  );
  return names.length === 0 ? "any" : [...new Set(names)].join(" | ");
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function listText(item: string): string {
  return item.includes(" ") ? `(${item})[]` : `${item}[]`;
}
