import { createInterface, type Interface } from "node:readline/promises";
import type {
  ApprovalDecision,
  ApprovalRequest,
  Approver,
  JsonSchema,
  JsonSchemaObject,
  RiskLevel,
} from "@toolkiln/runtime";
import { compareRisk } from "@toolkiln/runtime/vocabulary";
import { interrupt } from "../interruption.js";
import { breakText, clipLine, hangText, widthOf } from "../fit-text.js";
import { log, visible, visibleJson } from "../output.js";
import { colorsOf, columnsOf } from "../terminal.js";
import { parseJson, parseValue } from "./parse-value.js";

/** What the question shows beside the request. */
export interface ApprovalView {
  readonly schema: JsonSchemaObject;
  readonly description: string;
}

/** How approval is given on the command line. */
export interface ApprovalOptions {
  /** Approve without asking, up to this risk. */
  readonly approveUpTo: RiskLevel | undefined;
  /** What to show when somebody can be asked; absent when nobody can. */
  readonly view: ApprovalView | undefined;
}

/** Approves by flag or by asking in the terminal; denies otherwise. */
export function commandLineApprover({ approveUpTo, view }: ApprovalOptions): Approver {
  return async (request, { signal }) => {
    if (approveUpTo !== undefined && compareRisk(request.risk, approveUpTo) <= 0) {
      return { decision: "approve" };
    }
    if (view !== undefined) return askApproval(request, view, signal);
    return {
      decision: "deny",
      unattended: true,
      reason: `This call is ${request.risk} risk and needs approval. To approve it here, pass \`--approve --max-risk ${request.risk}\`.`,
    };
  };
}

/** Shows a call in the terminal and asks whether it may run. */
async function askApproval(
  request: ApprovalRequest,
  view: ApprovalView,
  signal: AbortSignal,
): Promise<ApprovalDecision> {
  const params = asRecord(request.params);
  showRequest(request, params);
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
    const answer = (await terminal.question(question(), { signal })).trim().toLowerCase();
    if (answer === "y" || answer === "yes") return { decision: "approve" };
    if (answer === "n" || answer === "no") return { decision: "deny", reason: "The user denied the call." };
    if (answer === "e" || answer === "edit") {
      return { decision: "edit", params: await edit(terminal, params, view, signal) };
    }
    if (answer === "d" || answer === "details") showDetails(params, view);
    else log("  Please answer y, n, e or d.");
  }
}

/** The question; its choices stand above it where the terminal is narrow. */
function question(): string {
  const wide = "  Approve?  [y] yes  [n] no  [e] edit  [d] details › ";
  const columns = columnsOf(process.stderr);
  if (wide.length < columns) return wide;
  return `${hangText("  ", "y yes, n no, e edit, d details", columns)}\n  Approve? › `;
}

/** Asks for parameters to change, one after the other, until an empty line. */
async function edit(
  terminal: Interface,
  params: Readonly<Record<string, unknown>>,
  { schema }: ApprovalView,
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
      log(`  There is no parameter ${inOneLine(name)}.`);
      continue;
    }
    const answer = terminal.question(`  ${name} (empty: leave it out) › `, { signal });
    const before = edited[name];
    // What is masked comes back as it is when the mask is left alone.
    terminal.write(editableLine(before));
    const value = readLine(await answer, before, schema.properties?.[name], schema);
    if (value === undefined) delete edited[name];
    else edited[name] = value;
  }
}

/** A value as one line that can be edited: text as it is unless a line cannot show it, everything else as JSON. */
export function editableLine(value: unknown): string {
  if (value === undefined) return "";
  return isPlainLine(value) ? value : visibleJson(value);
}

/** The value of an edited line; undefined when nothing is left of it. What was not changed stays as it was. */
export function readLine(
  line: string,
  before: unknown,
  schema: JsonSchema | undefined,
  root: JsonSchemaObject,
): unknown {
  if (line === editableLine(before)) return before;
  if (line === "") return undefined;
  const text = typeof before === "string" && !isPlainLine(before) ? parseJson(line) : undefined;
  return typeof text === "string" ? text : parseValue(line, schema, root);
}

function isPlainLine(value: unknown): value is string {
  return typeof value === "string" && value !== "" && visible(value) === value && !/[\n\t]/.test(value);
}

const riskColors: Readonly<Record<RiskLevel, "green" | "yellow" | "red">> = {
  safe: "green",
  low: "green",
  medium: "yellow",
  high: "red",
  critical: "red",
};

function showRequest(request: ApprovalRequest, params: Readonly<Record<string, unknown>>): void {
  const colors = colorsOf(process.stderr);
  const columns = columnsOf(process.stderr);
  const head = `${request.toolId}   ${visible(request.toolName)}`;
  const risk = `${request.risk} risk`;
  const gap = Math.min(56, columns - 2 - risk.length) - widthOf(head);
  const coloredRisk = colors[riskColors[request.risk]](risk);
  // The risk must not be torn apart or pushed away, whatever stands beside it.
  if (gap >= 3) log(`\n  ${colors.bold(head)}${" ".repeat(gap)}${coloredRisk}`);
  else log(`\n  ${coloredRisk}\n${colors.bold(hangText("  ", head, columns))}`);
  log(hangText("  ", inOneLine(request.summary), columns));
  for (const warning of request.warnings)
    log(colors.yellow(hangText("  ⚠ ", inOneLine(warning.message), columns)));
  log(clipLine("  ┌ parameters ───────────────", columns));
  const names = Object.keys(params);
  const longest = Math.max(0, ...names.map((name) => name.length));
  const width = Math.min(widestName, longest, Math.floor(columns / 3));
  for (const name of names) {
    const shown = shorten(inOneLine(params[name]));
    for (const line of parameterLines(inOneLine(name), shown, width, columns - 4)) log(`  │ ${line}`);
  }
  log(clipLine("  └───────────────────────────", columns));
}

/** Columns for names of parameters; a longer one has a line of its own. */
const widestName = 16;

/**
 * A parameter beside its name. Lines are broken here and not by the terminal, so that no part of a value, or of a name
 * that the model made up, begins where another parameter would.
 */
function parameterLines(name: string, value: string, width: number, columns: number): string[] {
  const lines = breakText(value, columns - width - 2).map((line) => `${" ".repeat(width)}  ${line}`);
  const room = width - widthOf(name);
  if (room < 0) return [clipLine(name, columns), ...lines];
  return lines.map((line, index) => (index === 0 ? name + line.slice(width - room) : line));
}

function showDetails(params: Readonly<Record<string, unknown>>, { description, schema }: ApprovalView): void {
  log(`\n${hangText("  ", visible(description), columnsOf(process.stderr))}\n`);
  for (const [name, value] of Object.entries(params)) {
    const property = schema.properties?.[name];
    if (typeof property === "object" && property.description !== undefined) {
      log(`  # ${inOneLine(property.description)}`);
    }
    log(
      `  ${inOneLine(name)}: ${visible(JSON.stringify(value, undefined, 2) ?? "").replaceAll("\n", "\n  ")}`,
    );
  }
  log("");
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
