import type { JsonSchema, ToolSpec } from "@toolkiln/runtime";
import { alignColumns, visible } from "../output.js";
import { typesOf } from "./parse-value.js";
import { flagName } from "./read-parameters.js";

/** The help of one tool: what it does and its parameters as flags. */
export function describeTool({ id, name, risk, kind, description, inputSchema, examples }: ToolSpec): string {
  const required = new Set(inputSchema.required);
  const rows = Object.entries(inputSchema.properties ?? {}).map(([parameter, property]) => [
    `  --${flagName(parameter)} ${placeholder(property, inputSchema)}`.trimEnd(),
    [describe(property), required.has(parameter) ? "(required)" : ""].filter((part) => part !== "").join(" "),
  ]);
  const lines = [
    `${id}: ${name} (${risk} risk, gives ${kind})`,
    "",
    description,
    "",
    ...(rows.length > 0 ? ["Parameters:", ...alignColumns(rows)] : ["It takes no parameters."]),
    ...(examples ?? []).flatMap(({ title, params }, index) => [
      ...(index === 0 ? ["", "Examples:"] : []),
      `  # ${title}`,
      `  $ toolkiln run ${id} --params '${JSON.stringify(params)}'`,
    ]),
    "",
    "`toolkiln run --help` shows the flags that every tool has: --params, --approve, --json …",
  ];
  return visible(lines.join("\n"));
}

function placeholder(property: JsonSchema, root: ToolSpec["inputSchema"]): string {
  const types = [...typesOf(property, root)];
  if (types.length === 1 && types[0] === "boolean") return "";
  const choices = typeof property === "object" ? property.enum : undefined;
  if (choices !== undefined)
    return `<${choices.map((choice) => (typeof choice === "string" ? choice : JSON.stringify(choice))).join("|")}>`;
  return `<${types.length === 0 ? "json" : types.join("|")}>`;
}

function describe(property: JsonSchema): string {
  if (typeof property !== "object") return "";
  const { description = "", default: fallback } = property;
  const text = description.trim().replaceAll(/\s+/g, " ");
  return fallback === undefined ? text : `${text} (default: ${JSON.stringify(fallback)})`.trim();
}
