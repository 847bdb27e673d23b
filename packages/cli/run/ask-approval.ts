import { createInterface, type Interface } from "node:readline/promises";
import { setTimeout } from "node:timers/promises";
import type { ApprovalDecision, ApprovalRequest, Approver, RiskLevel, ToolRegistry } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { compareRisk } from "@toolkiln/runtime/vocabulary";
import { interrupt } from "../interruption.js";
import { breakText, clipLine, hangText, widthOf } from "../fit-text.js";
import { log, visible, visibleJson } from "../output.js";
import { colorsOf, columnsOf } from "../terminal.js";
import { parseJson } from "./parse-value.js";

type Params = Readonly<Record<string, unknown>>;

/** Approves calls up to a risk level and asks about others; denies without a terminal. */
export function commandLineApprover(
  registry: ToolRegistry,
  approveUpTo: RiskLevel | undefined,
  isAttended: boolean,
): Approver {
  return async (request, { signal }) => {
    if (approveUpTo !== undefined && compareRisk(request.risk, approveUpTo) <= 0)
      return { decision: "approve" };
    if (isAttended) return askApproval(request, registry, signal);
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
  registry: ToolRegistry,
  signal: AbortSignal,
): Promise<ApprovalDecision> {
  const params = isRecord(request.params) ? request.params : {};
  const details = (): Promise<void> => showDetails(request.toolId, params, registry);
  await discardTyped();
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
    return await Promise.race([decide(terminal, params, details, signal), closed]);
  } finally {
    terminal.close();
  }
}

/** Discards keys typed before the question is shown, so that they do not answer it. */
async function discardTyped(): Promise<void> {
  const { stdin } = process;
  const drop = (typed: Buffer): void => {
    // Ctrl-C still interrupts.
    if (typed.includes(3)) interrupt();
  };
  stdin.setRawMode(true).on("data", drop);
  await setTimeout(50);
  stdin.off("data", drop).pause().setRawMode(false);
}

async function decide(
  terminal: Interface,
  params: Params,
  details: () => Promise<void>,
  signal: AbortSignal,
): Promise<ApprovalDecision> {
  for (;;) {
    const answer = (await terminal.question(question(), { signal })).trim().toLowerCase();
    if (answer === "y" || answer === "yes") return { decision: "approve" };
    if (answer === "n" || answer === "no") return { decision: "deny", reason: "The user denied the call." };
    if (answer === "e" || answer === "edit")
      return { decision: "edit", params: await edit(terminal, params, signal) };
    if (answer === "d" || answer === "details") await details();
    else log("  Please answer y, n, e or d.");
  }
}

/** The prompt; narrow terminals show the choices above it. */
function question(): string {
  const wide = "  Approve?  [y] yes  [n] no  [e] edit  [d] details › ";
  const columns = columnsOf(process.stderr);
  if (wide.length < columns) return wide;
  return `${hangText("  ", "y yes, n no, e edit, d details", columns)}\n  Approve? › `;
}

/** Edits the parameters as one line of JSON. A masked value is kept when its mask is unchanged. */
async function edit(terminal: Interface, params: Params, signal: AbortSignal): Promise<Params> {
  for (let line = visibleJson(params); ;) {
    const answer = terminal.question("  Parameters › ", { signal });
    terminal.write(line);
    line = await answer;
    const edited = parseJson(line);
    if (isRecord(edited)) return edited;
    log("  The parameters are a JSON object.");
  }
}

const riskColors: Readonly<Record<RiskLevel, "green" | "yellow" | "red">> = {
  safe: "green",
  low: "green",
  medium: "yellow",
  high: "red",
  critical: "red",
};

function showRequest(request: ApprovalRequest, params: Params): void {
  const colors = colorsOf(process.stderr);
  const columns = columnsOf(process.stderr);
  const head = `${request.toolId}   ${visible(request.toolName)}`;
  const risk = `${request.risk} risk`;
  const gap = Math.min(56, columns - 2 - risk.length) - widthOf(head);
  const coloredRisk = colors[riskColors[request.risk]](risk);
  // Never wrap the risk or push it off the screen.
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

/** Column width of parameter names; a longer one gets its own line. */
const widestName = 16;

/**
 * A parameter beside its name. Wraps lines itself: if the terminal did, part of a value, or of a name invented by
 * the model, could look like another parameter.
 */
function parameterLines(name: string, value: string, width: number, columns: number): string[] {
  const lines = breakText(value, columns - width - 2).map((line) => `${" ".repeat(width)}  ${line}`);
  const room = width - widthOf(name);
  if (room < 0) return [clipLine(name, columns), ...lines];
  return lines.map((line, index) => (index === 0 ? name + line.slice(width - room) : line));
}

/** Shows the descriptions of the tool and its parameters, and each value in full. */
async function showDetails(id: string, params: Params, registry: ToolRegistry): Promise<void> {
  const spec = await registry.getTool(id)?.loadSpec();
  const columns = columnsOf(process.stderr);
  log(`\n${hangText("  ", visible(spec?.description.trim() ?? ""), columns)}\n`);
  for (const [name, value] of Object.entries(params)) {
    const property = spec?.inputSchema.properties?.[name];
    log(clipLine(`  ${inOneLine(name)}`, columns));
    if (typeof property === "object" && property.description !== undefined)
      log(hangText("    # ", inOneLine(property.description.trim()), columns));
    for (const line of visible(JSON.stringify(value, undefined, 2) ?? "").split("\n"))
      for (const part of breakText(line, columns - 4)) log(`    ${part}`);
  }
  log("");
}

/** A value on one line, because a line break could fake another parameter. */
function inOneLine(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return visible(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

function shorten(text: string): string {
  return text.length > 200
    ? `${text.slice(0, 200)}… (${text.length.toLocaleString("en-US")} characters)`
    : text;
}
