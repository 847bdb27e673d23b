import { charactersPerToken, type Adaptation, type LossEffect } from "@toolkiln/providers";
import type { JsonSchema, JsonSchemaObject, RiskLevel, ToolSpec } from "@toolkiln/runtime";
import { type RuleSpec, compareRisk } from "@toolkiln/runtime/vocabulary";
import { isWellKnownKind, wellKnownSchemas } from "@toolkiln/runtime/kinds";
import { partsOf } from "../compare/cases.js";
import { constraintsOf } from "../emit/types/describe-schema.js";
import { schemaList, schemaMap } from "../json-schema/schema-values.js";
import { inlineOf, type Block, type Inline, type TableRow } from "./block.js";
import { propertyRows, typeText } from "./describe-schema.js";

/** A tool in the form of one target. */
export interface ToolTarget {
  readonly target: string;
  readonly adaptation: Adaptation;
}

/** Data about a tool besides its spec. */
export interface PageContext {
  readonly targets: readonly ToolTarget[];
  /** Changes since the version that the reference compares with. */
  readonly changes: readonly string[];
  readonly since: string | undefined;
}

/** Maximum length of a one-line example. */
const shortLine = 80;

/** The page of a tool, below its title. */
export function toolPage(spec: ToolSpec, { targets, changes, since }: PageContext): readonly Block[] {
  const { inputSchema, result, rules = [], examples = [], deprecated } = spec;
  const parameters = propertyRows(inputSchema);
  const fields = propertyRows(
    result.dataSchema ?? (isWellKnownKind(spec.kind) ? wellKnownSchemas[spec.kind] : {}),
  );
  return [
    ...(deprecated === undefined ? [] : [paragraph("Deprecated: ", ...inlineOf(deprecated))]),
    ...spec.description.split(/\n\s*\n/).map((text) => paragraph(...inlineOf(text.trim()))),
    ...section(
      "Parameters",
      parameters.length === 0 ? paragraph("None.") : propertyTable("Parameter", parameters),
    ),
    ...injected(spec),
    ...section("Risk and approval", { kind: "list", items: [approval(spec), ...rules.map(ruleText)] }),
    ...section("Result", paragraph("Kind: ", { code: spec.kind }, ".")),
    ...(fields.length === 0 ? [] : [propertyTable("Field", fields)]),
    ...examples.flatMap(({ title, params }, index) => [
      ...section(index === 0 ? "Examples" : undefined, paragraph(...inlineOf(title), ":")),
      { kind: "code", code: exampleText(params) } as const,
    ]),
    ...section("Providers", {
      kind: "table",
      head: ["Provider", "Name", "Tokens", "Differences from the manifest"],
      rows: targets.map(targetRow),
    }),
    ...(since === undefined || changes.length === 0
      ? []
      : section(`Changes since ${since}`, { kind: "list", items: changes.map(inlineOf) })),
    ...section("Names", { kind: "list", items: names(spec) }),
  ];
}

function paragraph(...text: readonly Inline[]): Block {
  return { kind: "paragraph", text };
}

function section(title: string | undefined, block: Block): Block[] {
  return title === undefined ? [block] : [{ kind: "heading", text: title }, block];
}

/** A table of properties; omits an empty description column. */
function propertyTable(name: string, rows: readonly TableRow[]): Block {
  const isDescribed = rows.some((row) => (row[3]?.length ?? 0) > 0);
  const head = [name, "Type", "", ...(isDescribed ? ["Description"] : [])];
  return { kind: "table", head, rows: rows.map((row) => row.slice(0, head.length)) };
}

function exampleText(params: unknown): string {
  const line = JSON.stringify(params);
  return line.length > shortLine ? JSON.stringify(params, undefined, 2) : line;
}

function injected({ inject = [] }: ToolSpec): Block[] {
  if (inject.length === 0) return [];
  const keys = inject.flatMap(({ key }, index): Inline[] => [...(index > 0 ? [", "] : []), { code: key }]);
  return [paragraph("The application supplies ", ...keys, "; models cannot see or send it.")];
}

/** Whether a call needs approval under the default policy. */
function approval({ risk, executionSummary }: ToolSpec): readonly Inline[] {
  const verdict = needsApproval(risk) ? "calls need approval" : "calls run without approval";
  const summary: Inline[] =
    executionSummary === undefined ? [] : [" The approval request shows ", { code: executionSummary }, "."];
  return [`The risk is ${risk}: ${verdict}.`, ...summary];
}

function needsApproval(risk: RiskLevel): boolean {
  return compareRisk(risk, "medium") >= 0;
}

function ruleText({ when, risk, warn }: RuleSpec): readonly Inline[] {
  const needs = risk !== undefined && needsApproval(risk) ? ", so the call needs approval" : "";
  const raise = risk === undefined ? [] : [`the risk rises to ${risk}${needs}.`];
  const warning = warn === undefined ? [] : [`Warning: ${warn.message}`];
  return ["When ", ...conditionText(when), ": ", ...inlineOf([...raise, ...warning].join(" "))];
}

/** A condition in words; the schema itself when it is not just checks of single parameters. */
function conditionText(when: JsonSchemaObject): readonly Inline[] {
  const { type: _type, properties, required = [], ...more } = when;
  if (Object.keys(more).length > 0) return ["the parameters match ", { code: JSON.stringify(when) }];
  const conditions = new Map(required.map((name): [string, readonly Inline[]] => [name, [" is given"]]));
  for (const [name, schema] of schemaMap(properties)) conditions.set(name, constraintText(schema, when));
  return [...conditions].flatMap(([name, text], index) => [
    ...(index > 0 ? [" and "] : []),
    { code: name },
    ...text,
  ]);
}

function constraintText(schema: JsonSchema, root: JsonSchemaObject): readonly Inline[] {
  const parts = partsOf(root, schema);
  const constraints = parts.flatMap(constraintsOf);
  const { length } = parts.flatMap((part) => schemaList(part["anyOf"]));
  if (length > 0) constraints.push(`meets one of ${length} conditions`);
  if (constraints.length > 0) return inlineOf(` ${constraints.join(", ")}`);
  const type = typeText(schema, root);
  return [type === "any" ? " is given" : ` is ${type}`];
}

const effects: Readonly<Record<LossEffect, string>> = {
  widened: "Not enforced by the provider",
  narrowed: "Narrowed",
  reshaped: "Sent in another form",
  annotation: "Moved to the description",
};

function targetRow({ target, adaptation }: ToolTarget): TableRow {
  const { name, definition, losses, fallback } = adaptation;
  const tokens = Math.ceil(JSON.stringify(definition).length / charactersPerToken.other);
  const strict = fallback.length > 0 ? [`Not strict: ${fallback[0]?.reason ?? ""}.`] : [];
  const lost = Object.entries(effects).flatMap(([effect, title]) => {
    const keywords = losses.filter((loss) => loss.effect === effect).map(({ keyword }) => `\`${keyword}\``);
    return keywords.length === 0 ? [] : [`${title}: ${[...new Set(keywords)].join(", ")}.`];
  });
  const notes = [...strict, ...lost].join(" ");
  return [[target], [{ code: name }], [`about ${tokens}`], inlineOf(notes === "" ? "None." : notes)];
}

function names({
  wireName,
  renamedFrom = [],
  requires = [],
  tags = [],
}: ToolSpec): readonly (readonly Inline[])[] {
  const all = { "Wire name": [wireName], "Former ids": renamedFrom, Requires: requires, Tags: tags };
  return Object.entries(all).flatMap(([title, values]) =>
    values.length === 0
      ? []
      : [[`${title}: `, ...inlineOf(values.map((value) => `\`${value}\``).join(", "))]],
  );
}
