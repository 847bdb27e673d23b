import { formatManifest } from "@toolkiln/generator/format";
import { wellKnownKinds } from "@toolkiln/runtime/kinds";
import { stringify } from "yaml";
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
  const properties = parameters.map(({ name, schema }) => `    ${name}: ${inline(schema)}`);
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const lines = [
    `# yaml-language-server: $schema=${schemaPath}`,
    `id: ${id}`,
    "description: |",
    ...description
      .trim()
      .split("\n")
      .map((line) => `  ${line}`),
    `category: ${inline(category)}`,
    `risk: ${risk}`,
    ...(uses.length > 0 ? [`uses: ${inline(uses)}`] : []),
    ...(properties.length > 0 ? ["schema:", "  properties:", ...properties] : []),
    ...(required.length > 0 ? [`  required: ${inline(required)}`] : []),
    ...(wellKnownKinds.some((known) => known === kind)
      ? [`result: ${kind}`]
      : ["result:", `  kind: ${kind}`, ...dataSchema(parameters)]),
  ];
  const text = `${lines.join("\n")}\n`;
  return formatManifest(text) ?? text;
}

/** The parameters as data: a tool with its own kind returns them until its author writes the implementation. */
function dataSchema(parameters: readonly NewParameter[]): readonly string[] {
  const present = parameters.filter(({ required, schema }) => required || "default" in schema);
  const properties = parameters.map(({ name, schema }) => {
    const { default: _default, ...data } = schema;
    return `      ${name}: ${inline(data)}`;
  });
  return [
    "  data:",
    "    type: object",
    "    additionalProperties: false",
    properties.length === 0 ? "    properties: {}" : "    properties:",
    ...properties,
    ...(present.length > 0 ? [`    required: ${inline(present.map(({ name }) => name))}`] : []),
  ];
}

function inline(value: unknown): string {
  return stringify(value, { collectionStyle: "flow", lineWidth: 0 }).trimEnd();
}
