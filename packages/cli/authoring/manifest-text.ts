import { writeManifest } from "@toolkiln/generator/format";
import { wellKnownKinds } from "@toolkiln/runtime/kinds";
import { Document, type Node } from "yaml";
import type { NewParameter } from "./parameter-text.js";

export interface NewTool {
  readonly id: string;
  readonly description: string;
  readonly category: string;
  readonly risk: string;
  readonly kind: string;
  readonly parameters: readonly NewParameter[];
  readonly uses: readonly string[];
}

/** Writes the manifest of a new tool; `schemaPath` is the schema for editors. */
export function manifestText(tool: NewTool, schemaPath: string): string {
  const { id, description, category, risk, kind, parameters, uses } = tool;
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, inline(schema)]));
  const manifest = {
    id,
    description: `${description.trim()}\n`,
    category,
    risk,
    ...(uses.length > 0 && { uses: inline(uses) }),
    ...(parameters.length > 0 && {
      schema: { properties, ...(required.length > 0 && { required: inline(required) }) },
    }),
    result: wellKnownKinds.some((known) => known === kind) ? kind : { kind, data: dataSchema(parameters) },
  };
  const document = new Document(manifest, { aliasDuplicateObjects: false });
  return `# yaml-language-server: $schema=${schemaPath}\n${writeManifest(document)}`;
}

/** The data schema of a custom kind: the placeholder implementation returns the parameters. */
function dataSchema(parameters: readonly NewParameter[]): object {
  const present = parameters.filter(({ required, schema }) => required || "default" in schema);
  const properties = parameters.map(({ name, schema }) => {
    const { default: _, ...data } = schema;
    return [name, inline(data)];
  });
  return {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(properties),
    ...(present.length > 0 && { required: inline(present.map(({ name }) => name)) }),
  };
}

/** A YAML node written on one line. */
function inline(value: unknown): Node {
  return new Document().createNode(value, { flow: true });
}
