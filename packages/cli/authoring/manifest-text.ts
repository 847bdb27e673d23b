import { writeManifest } from "@toolkiln/generator/format";
import { wellKnownKinds } from "@toolkiln/runtime/kinds";
import { Document, isMap, isScalar, isSeq, visit } from "yaml";
import type { NewParameter } from "./parameter-text.js";

/** What a new tool is to be. */
export interface NewTool {
  readonly id: string;
  readonly description: string;
  readonly category: string;
  readonly risk: string;
  readonly kind: string;
  readonly parameters: readonly NewParameter[];
  /** Services that the implementation uses. */
  readonly uses: readonly string[];
}

/** Writes the manifest of a new tool; editors find the schema of manifests by its path. */
export function manifestText(tool: NewTool, schemaPath: string): string {
  const { id, description, category, risk, kind, parameters, uses } = tool;
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const contents = {
    id,
    description: `${description.trim()}\n`,
    category,
    risk,
    ...(uses.length > 0 && { uses }),
    ...(parameters.length > 0 && { schema: { properties, ...(required.length > 0 && { required }) } }),
    result: isWellKnown(kind) ? kind : { kind, data: dataSchema(parameters) },
  };
  const document = new Document(contents, { aliasDuplicateObjects: false });
  if (isMap(document.contents))
    document.contents.commentBefore = ` yaml-language-server: $schema=${schemaPath}`;
  visit(document, {
    Pair(_, pair) {
      if (!isScalar(pair.key)) return;
      if (
        pair.key.value === "description" &&
        isScalar(pair.value) &&
        String(pair.value.value).endsWith("\n")
      ) {
        pair.value.type = "BLOCK_LITERAL";
      }
      if (isSeq(pair.value)) pair.value.flow = true;
    },
    Map(_, map) {
      const values = map.items.map(({ value }) => value);
      if (map.has("description") && !map.has("id") && !values.some((value) => isMap(value))) map.flow = true;
    },
  });
  return writeManifest(document);
}

/** Whether a kind's data has a form that the runtime knows; anything else needs a schema of its own. */
function isWellKnown(kind: string): boolean {
  return wellKnownKinds.some((known) => known === kind);
}

/** The parameters as data: what a tool of its own kind gives back until its author writes the body. */
function dataSchema(parameters: readonly NewParameter[]): Readonly<Record<string, unknown>> {
  const properties = Object.fromEntries(
    parameters.map(({ name, schema }) => [
      name,
      Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== "default")),
    ]),
  );
  const present = parameters.filter(({ required, schema }) => required || "default" in schema);
  return {
    type: "object",
    additionalProperties: false,
    properties,
    ...(present.length > 0 && { required: present.map(({ name }) => name) }),
  };
}
