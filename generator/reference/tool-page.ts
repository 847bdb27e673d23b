import { charactersPerToken, type Adaptation, type LossEffect, type Target } from "@toolkiln/providers";
import type { JsonSchema, JsonSchemaObject, RiskLevel, ToolSpec } from "@toolkiln/runtime";
import { type RuleSpec, compareRisk } from "@toolkiln/runtime/vocabulary";
import { isWellKnownKind, wellKnownSchemas } from "@toolkiln/runtime/kinds";
import { partsOf } from "../compare/cases.js";
import { constraintsOf } from "../emit/types/describe-schema.js";
import { schemaList, schemaMap } from "../json-schema/schema-values.js";
import { propertyRows, typeText } from "./describe-schema.js";
import { bulletList, code, codeBlock, plain, prose, table } from "./markdown.js";

/** Options of `renderReference`. */
export interface ReferenceOptions {
  /** The providers that the tools target. */
  readonly targets: readonly Target[];
  /** The version to compare with. */
  readonly since?: string | undefined;
  /** Changes since then. */
  readonly changes?: readonly { readonly tool: string; readonly message: string }[];
}

/** The page of a tool as Markdown, below its title; `adapted` has its form for each target. */
export function toolPage(
  spec: ToolSpec,
  adapted: readonly Adaptation[],
  { targets, since = "", changes = [] }: ReferenceOptions,
): string {
  const { inputSchema, result, rules = [], examples = [], inject = [], deprecated } = spec;
  const parameters = propertyRows(inputSchema);
  const fields = propertyRows(
    result.dataSchema ?? (isWellKnownKind(spec.kind) ? wellKnownSchemas[spec.kind] : {}),
  );
  const supplied = inject.map(({ key }) => code(key)).join(", ");
  const changed = changes.filter(({ tool }) => tool === spec.id).map(({ message }) => prose(message));
  const providers = adapted.map((each, index) => targetRow(targets[index], each));
  const blocks = [
    deprecated === undefined ? "" : `Deprecated: ${prose(deprecated)}`,
    ...spec.description.split(/\n\s*\n/).map((text) => prose(text.trim())),
    "## Parameters",
    parameters.length === 0 ? "None." : propertyTable("Parameter", parameters),
    supplied === "" ? "" : `The application supplies ${supplied}; models cannot see or send it.`,
    "## Risk and approval",
    bulletList([approval(spec), ...rules.map(ruleText)]),
    "## Result",
    `Kind: ${code(spec.kind)}.`,
    fields.length === 0 ? "" : propertyTable("Field", fields),
    examples.length === 0 ? "" : "## Examples",
    ...examples.flatMap(({ title, params }) => [`${prose(title)}:`, codeBlock(exampleText(params))]),
    "## Providers",
    table(["Provider", "Name", "Tokens", "Differences from the manifest"], providers),
    ...(changed.length === 0 ? [] : [`## Changes since ${plain(since)}`, bulletList(changed)]),
    "## Names",
    bulletList(names(spec)),
  ];
  return blocks.flatMap((block) => (block === "" ? [] : `${block}\n`)).join("\n");
}

/** A table of properties; omits an empty description column. */
function propertyTable(name: string, rows: readonly (readonly string[])[]): string {
  const head = [name, "Type", "", ...(rows.some(([, , , details]) => details !== "") ? ["Description"] : [])];
  const cells = rows.map((row) => row.slice(0, head.length));
  return table(head, cells);
}

/** Parameters as JSON, on one line if it has at most 80 characters. */
function exampleText(params: unknown): string {
  const line = JSON.stringify(params);
  return line.length > 80 ? JSON.stringify(params, undefined, 2) : line;
}

/** Whether a call needs approval under the default policy. */
function approval({ risk, executionSummary = "" }: ToolSpec): string {
  const verdict = needsApproval(risk) ? "calls need approval" : "calls run without approval";
  const shown = executionSummary && ` The approval request shows ${code(executionSummary)}.`;
  return `The risk is ${risk}: ${verdict}.${shown}`;
}

function needsApproval(risk: RiskLevel): boolean {
  return compareRisk(risk, "medium") >= 0;
}

function ruleText({ when, risk, warn }: RuleSpec): string {
  const needs = risk !== undefined && needsApproval(risk) ? ", so the call needs approval" : "";
  const raise = risk === undefined ? [] : [`the risk rises to ${risk}${needs}.`];
  const warning = warn === undefined ? [] : [`Warning: ${warn.message}`];
  return `When ${conditionText(when)}: ${prose([...raise, ...warning].join(" "))}`;
}

/** A condition in words; the schema itself when it is not just checks of single parameters. */
function conditionText(when: JsonSchemaObject): string {
  const { type: _type, properties, required = [], ...more } = when;
  if (Object.keys(more).length > 0) return `the parameters match ${code(JSON.stringify(when))}`;
  const conditions = new Map(required.map((name) => [name, "is given"]));
  for (const [name, schema] of schemaMap(properties)) conditions.set(name, constraintText(schema, when));
  return [...conditions].map(([name, text]) => `${code(name)} ${text}`).join(" and ");
}

/** A condition of one parameter in words; the schema itself when a keyword cannot be put in words. */
function constraintText(schema: JsonSchema, root: JsonSchemaObject): string {
  const parts = partsOf(root, schema);
  const inWords =
    /^(?:exclusive|max|min|multiple|unique|type|enum|const|(?:any|all)Of|\$ref|format|pattern$|description)/;
  if (!parts.every((part) => Object.keys(part).every((keyword) => inWords.test(keyword))))
    return `matches ${parts.map((part) => code(JSON.stringify(part))).join(" and ")}`;
  const constraints = parts.flatMap(constraintsOf);
  const { length } = parts.flatMap((part) => schemaList(part["anyOf"]));
  if (length > 0) constraints.push(`meets one of ${length} conditions`);
  const text = prose(constraints.join(", "));
  if (/^(?:at (?:least|most) \d+ \w|unique|format)/.test(text)) return `has ${text}`;
  if (text !== "") return /^(?:at|more|less|a|not) /.test(text) ? `is ${text}` : text;
  const type = typeText(schema, root);
  return type === "any" ? "is given" : `is ${plain(type)}`;
}

const effects: Readonly<Record<LossEffect, string>> = {
  widened: "Not enforced by the provider",
  narrowed: "Narrowed",
  reshaped: "Sent in another form",
  annotation: "Moved to the description",
};

function targetRow(target: Target | undefined, { name, definition, losses, fallback }: Adaptation): string[] {
  const tokens = Math.ceil(JSON.stringify(definition).length / charactersPerToken.other);
  const start = target?.options.strict === true ? "Not strict" : "Uses a fallback";
  const why = fallback.map((one) => prose(`${start}: \`${one.pointer || "/"}\`: ${one.reason}.`)).slice(0, 1);
  const lost = Object.entries(effects).flatMap(([effect, title]) => {
    const keywords = losses.filter((loss) => loss.effect === effect).map(({ keyword }) => code(keyword));
    return keywords.length === 0 ? [] : [`${title}: ${[...new Set(keywords)].join(", ")}.`];
  });
  return [plain(target?.title ?? ""), code(name), `about ${tokens}`, [...why, ...lost].join(" ") || "None."];
}

function names({ wireName, renamedFrom = [], requires = [], tags = [] }: ToolSpec): string[] {
  const all = { "Wire name": [wireName], "Former ids": renamedFrom, Requires: requires, Tags: tags };
  return Object.entries(all).flatMap(([title, values]) =>
    values.length === 0 ? [] : [`${title}: ${values.map(code).join(", ")}`],
  );
}
