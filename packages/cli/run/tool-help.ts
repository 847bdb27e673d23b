import type { JsonSchema, ToolSpec } from "@toolkiln/runtime";
import type { InjectedParameter } from "@toolkiln/runtime/vocabulary";
import { describeNames, wrapText } from "../fit-text.js";
import { visible } from "../output.js";
import { injectFlag } from "./missing-injections.js";
import { resolveSchema, typesOf } from "./parse-value.js";
import { flagName } from "./read-parameters.js";

/** The help of one tool: what it does and its parameters as flags. */
export function describeTool(spec: ToolSpec, columns: number): string {
  const { id, name, risk, kind, description, inputSchema, inject = [], examples } = spec;
  const required = new Set(inputSchema.required);
  const rows = Object.entries(inputSchema.properties ?? {}).map(([parameter, property]) => {
    const flag = `  --${flagName(parameter)} ${placeholder(property, inputSchema)}`.trimEnd();
    const texts = [describe(property), required.has(parameter) ? "(required)" : ""];
    return [flag, texts.filter((part) => part !== "").join(" ")] as const;
  });
  const lines = [
    ...wrapText(`${id}: ${name} (${risk} risk, returns ${kind})`, columns),
    "",
    ...wrapText(description, columns),
    "",
    ...(rows.length > 0 ? ["Parameters:", ...describeNames(rows, columns)] : ["It takes no parameters."]),
    ...(inject.length > 0 ? ["", ...describeInjected(inject, columns)] : []),
    ...(examples ?? []).flatMap(({ title, params }, index) => [
      ...(index === 0 ? ["", "Examples:"] : []),
      `  # ${title}`,
      `  $ toolkiln run ${id} --params '${JSON.stringify(params)}'`,
    ]),
    "",
    ...wrapText(
      "`toolkiln run --help` shows the flags that every tool has: --params, --approve, --json …",
      columns,
    ),
  ];
  return visible(lines.join("\n"));
}

function placeholder(property: JsonSchema, root: ToolSpec["inputSchema"]): string {
  const types = [...typesOf(property, root)];
  if (types.length === 1 && types[0] === "boolean") return "";
  const choices = resolveSchema(property, root)?.enum;
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

function describeInjected(inject: readonly InjectedParameter[], columns: number): string[] {
  const rows = inject.map(
    ({ parameter, key, optional }) =>
      [`  ${key}`, `for \`${parameter}\`${optional === true ? "" : " (required)"}`] as const,
  );
  const flag = injectFlag(inject.map(({ key }) => key));
  return [
    ...wrapText(`Supplied by the application, here with ${flag}:`, columns),
    ...describeNames(rows, columns),
  ];
}
