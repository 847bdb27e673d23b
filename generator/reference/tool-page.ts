import { charactersPerToken, type Adaptation } from "@toolkiln/providers";
import type { ToolSpec } from "@toolkiln/runtime";
import { type RuleSpec, compareRisk } from "@toolkiln/runtime/vocabulary";
import { isWellKnownKind, wellKnownSchemas } from "@toolkiln/runtime/kinds";
import { flatten } from "../compare/conjunction.js";
import { constraintsOf } from "../emit/types/constraints.js";
import { schemaList, schemaMap } from "../json-schema/schema-values.js";
import { inlineOf, type Block, type Inline } from "./block.js";
import { propertyRows, typeText } from "./describe-schema.js";

/** A tool in the form of one target. */
export interface ToolTarget {
  readonly target: string;
  readonly adaptation: Adaptation;
}

/** What is known of a tool beside its own data. */
export interface PageContext {
  readonly targets: readonly ToolTarget[];
  /** What changed since the version that the reference looks back to. */
  readonly changes: readonly string[];
}

/** Characters of a condition or of losses that are shown. */
const longest = 300;

/** The page of a tool, below its title. */
export function toolPage(spec: ToolSpec, { targets, changes }: PageContext): readonly Block[] {
  const { inputSchema, result, rules = [], examples = [], deprecated } = spec;
  const parameters = propertyRows(inputSchema);
  const fields = propertyRows(
    result.dataSchema ?? (isWellKnownKind(spec.kind) ? wellKnownSchemas[spec.kind] : {}),
  );
  const head = ["", "type", "", "description"];
  return [
    ...(deprecated === undefined ? [] : [paragraph("Deprecated: ", ...inlineOf(deprecated))]),
    ...spec.description.split(/\n\s*\n/).map((text) => paragraph(...inlineOf(text.trim()))),
    ...section(
      "Parameters",
      parameters.length === 0 ? paragraph("None.") : { kind: "table", head, rows: parameters },
    ),
    ...injected(spec),
    ...section("Risk and approval", { kind: "list", items: [approval(spec), ...rules.map(ruleText)] }),
    ...section("Result", paragraph("Kind: ", { code: spec.kind }, ".")),
    ...(fields.length === 0 ? [] : [{ kind: "table", head, rows: fields } as const]),
    ...examples.flatMap(({ title, params }, index) => [
      ...section(index === 0 ? "Examples" : undefined, paragraph(...inlineOf(title), ":")),
      { kind: "code", code: JSON.stringify(params, undefined, 2) } as const,
    ]),
    ...section("Providers", { kind: "list", items: targets.map(targetText) }),
    ...(changes.length === 0 ? [] : section("Changes", { kind: "list", items: changes.map(inlineOf) })),
    ...section("Names", { kind: "list", items: names(spec) }),
  ];
}

function paragraph(...text: readonly Inline[]): Block {
  return { kind: "paragraph", text };
}

function section(title: string | undefined, block: Block): Block[] {
  return title === undefined ? [block] : [{ kind: "heading", text: title }, block];
}

function injected({ inject = [] }: ToolSpec): Block[] {
  if (inject.length === 0) return [];
  const keys = inject.flatMap(({ key }, index): Inline[] => [...(index > 0 ? [", "] : []), { code: key }]);
  return [paragraph("The application supplies ", ...keys, "; models neither see nor send it.")];
}

/** Whether a call needs approval under the default policy. */
function approval({ risk, executionSummary }: ToolSpec): readonly Inline[] {
  const verdict = compareRisk(risk, "medium") >= 0 ? "calls need approval" : "calls run without approval";
  const line: Inline[] =
    executionSummary === undefined ? [] : [" Approvers read ", { code: executionSummary }, "."];
  return [`The risk is ${risk}: ${verdict}.`, ...line];
}

function ruleText({ when, risk, warn }: RuleSpec): readonly Inline[] {
  const conditions = schemaMap(when.properties).map(([name, schema]) => {
    const parts = flatten(when, schema) ?? [];
    const demands = parts.flatMap(constraintsOf);
    const { length } = parts.flatMap((part) => schemaList(part["anyOf"]));
    if (length > 0) demands.push(`meets one of ${length} conditions`);
    const type = typeText(schema, when);
    const verb = type === "any" ? "is given" : `is ${type}`;
    return `\`${name}\` ${demands.length > 0 ? demands.join(", ") : verb}`;
  });
  const whole = `the parameters match \`${JSON.stringify(when).slice(0, longest)}\``;
  const condition = conditions.length > 0 ? conditions.join(" and ") : whole;
  const needs = risk !== undefined && compareRisk(risk, "medium") >= 0 ? ", so the call needs approval" : "";
  const raise = risk === undefined ? "" : `the risk rises to ${risk}${needs}. `;
  return inlineOf(
    `When ${condition}: ${raise}${warn === undefined ? "" : `Warning: ${warn.message}`}`.trim(),
  );
}

function targetText({ target, adaptation }: ToolTarget): readonly Inline[] {
  const { name, definition, losses, fallback } = adaptation;
  const tokens = Math.ceil(JSON.stringify(definition).length / charactersPerToken.other);
  const lost = losses
    .map(({ pointer, keyword, effect }) => `${pointer || "/"} ${keyword} (${effect})`)
    .join(", ");
  const short = lost.length > longest ? `${lost.slice(0, longest)}…` : lost;
  const strict = fallback.length > 0 ? ` It is not strict: ${fallback[0]?.reason ?? ""}.` : "";
  const notes = lost === "" ? "" : ` Not carried as written: ${short}.`;
  return [`${target}: `, { code: name }, `, about ${tokens} tokens.${strict}${notes}`];
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
