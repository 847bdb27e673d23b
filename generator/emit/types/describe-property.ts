import { isSchemaObject } from "../../json-schema/schema-values.js";
import type { DocParagraph } from "../doc-comment.js";
import { literal } from "../literal.js";
import type { Part } from "./conjunction.js";
import { describeConstraints } from "./constraints.js";

/** The documentation of what some schemas describe: the author's words, what is checked later, the default. */
export function describeProperty(parts: readonly Part[]): DocParagraph[] {
  const schemas = parts.flatMap(({ schema }) => (isSchemaObject(schema) ? [schema] : []));
  const description = schemas.map((schema) => schema.description).find((text) => typeof text === "string");
  const constraints = schemas.flatMap((schema) => describeConstraints(schema) ?? []);
  const deprecated = schemas.find((schema) => schema["deprecated"] === true);
  const defaulted = schemas.find((schema) => schema.default !== undefined);
  const unfilled = parts.some(({ schema, filled }) => schema === defaulted && !filled);
  return [
    ...(description === undefined ? [] : [description]),
    ...new Set(constraints),
    ...(defaulted && unfilled ? [{ tag: "default", text: literal(defaulted.default) } as const] : []),
    ...(deprecated ? [{ tag: "deprecated", text: useInstead(deprecated["x-use-instead"]) } as const] : []),
  ];
}

function useInstead(name: unknown): string {
  return typeof name === "string" ? `Use \`${name}\` instead.` : "";
}
