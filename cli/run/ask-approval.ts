import { createInterface, type Interface } from "node:readline/promises";
import type { ApprovalDecision, ApprovalRequest, JsonSchemaObject, RiskLevel } from "@toolkiln/runtime";
import { interrupt } from "../interruption.js";
import { tell, visible } from "../output.js";
import { colorsOf } from "../terminal.js";
import { parseValue } from "./parse-value.js";

/** What the question shows beside the request. */
export interface ApprovalView {
  readonly schema: JsonSchemaObject;
  /** Pointers of parameters whose values are not shown. */
  readonly sensitive: readonly string[];
  readonly description: string;
}

/** Shows a call in the terminal and asks whether it may run. */
export async function askApproval(
  request: ApprovalRequest,
  view: ApprovalView,
  signal: AbortSignal,
): Promise<ApprovalDecision> {
  const params = asRecord(request.params);
  showRequest(request, params, view);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  terminal.on("SIGINT", () => {
    terminal.close();
    interrupt();
  });
  const closed = new Promise<ApprovalDecision>((resolve) => {
    terminal.once("close", () =>
      resolve({ decision: "deny", reason: "The question was not answered.", unattended: true }),
    );
  });
  try {
    return await Promise.race([decide(terminal, params, view, signal), closed]);
  } finally {
    terminal.close();
  }
}

async function decide(
  terminal: Interface,
  params: Readonly<Record<string, unknown>>,
  view: ApprovalView,
  signal: AbortSignal,
): Promise<ApprovalDecision> {
  for (;;) {
    const question = "  Approve?  [y] yes  [n] no  [e] edit  [d] details › ";
    const answer = (await terminal.question(question, { signal })).trim().toLowerCase();
    if (answer === "y" || answer === "yes") return { decision: "approve" };
    if (answer === "n" || answer === "no") return { decision: "deny", reason: "The user said no." };
    if (answer === "e" || answer === "edit") {
      return { decision: "edit", params: await edit(terminal, params, view, signal) };
    }
    if (answer === "d" || answer === "details") showDetails(params, view);
    else tell("  Please answer y, n, e or d.");
  }
}

/** Asks for parameters to change, one after the other, until an empty line. */
async function edit(
  terminal: Interface,
  params: Readonly<Record<string, unknown>>,
  { schema, sensitive }: ApprovalView,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const edited = { ...params };
  const names = Object.keys(schema.properties ?? {});
  for (;;) {
    const name = (
      await terminal.question(`  Parameter (${names.join(", ")}; empty when done) › `, { signal })
    ).trim();
    if (name === "") return edited;
    if (!names.includes(name)) {
      tell(`  There is no parameter ${visible(name)}.`);
      continue;
    }
    const answer = terminal.question(`  ${name} (empty: leave it out) › `, { signal });
    const before = edited[name];
    if (before !== undefined && !sensitive.includes(`/${name}`)) terminal.write(inOneLine(before));
    const text = await answer;
    if (text === "") delete edited[name];
    else edited[name] = parseValue(text, schema.properties?.[name], schema);
  }
}

const riskColors: Readonly<Record<RiskLevel, "green" | "yellow" | "red">> = {
  safe: "green",
  low: "green",
  medium: "yellow",
  high: "red",
  critical: "red",
};

function showRequest(
  request: ApprovalRequest,
  params: Readonly<Record<string, unknown>>,
  { sensitive }: ApprovalView,
): void {
  const colors = colorsOf(process.stderr);
  const head = `${request.toolId}   ${visible(request.toolName)}`;
  const risk = colors[riskColors[request.risk]](`${request.risk} risk`);
  tell(`\n  ${colors.bold(head)}${" ".repeat(Math.max(3, 56 - head.length))}${risk}`);
  tell(`  ${inOneLine(request.summary)}`);
  for (const warning of request.warnings) tell(colors.yellow(`  ⚠ ${inOneLine(warning.message)}`));
  const names = Object.keys(params);
  const width = Math.max(0, ...names.map((name) => name.length));
  tell("  ┌ parameters ───────────────");
  for (const name of names) {
    const shown = sensitive.includes(`/${name}`) ? "••••" : shorten(inOneLine(params[name]));
    tell(`  │ ${visible(name).padEnd(width)}  ${shown}`);
  }
  tell("  └───────────────────────────");
}

function showDetails(
  params: Readonly<Record<string, unknown>>,
  { description, sensitive, schema }: ApprovalView,
): void {
  const shown = Object.entries(params).map(([name, value]): [string, unknown] => [
    name,
    sensitive.includes(`/${name}`) ? "••••" : value,
  ]);
  tell(visible(`\n${description}\n`.replaceAll("\n", "\n  ")));
  for (const [name, value] of shown) {
    const property = schema.properties?.[name];
    if (typeof property === "object" && property.description !== undefined) {
      tell(`  # ${inOneLine(property.description)}`);
    }
    tell(
      `  ${visible(name)}: ${visible(JSON.stringify(value, undefined, 2) ?? "").replaceAll("\n", "\n  ")}`,
    );
  }
  tell("");
}

/** A value in one line, whatever is in it: a line break could pretend to be another parameter. */
function inOneLine(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return visible(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

function shorten(text: string): string {
  return text.length > 200
    ? `${text.slice(0, 200)}… (${text.length.toLocaleString("en-US")} characters)`
    : text;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
