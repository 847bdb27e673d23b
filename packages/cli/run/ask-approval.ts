import { createInterface, type Interface } from "node:readline/promises";
import { setTimeout } from "node:timers/promises";
import type { ApprovalDecision, ApprovalRequest, Approver, RiskLevel, ToolRegistry } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { compareRisk } from "@toolkiln/runtime/vocabulary";
import { interrupt } from "../interruption.js";
import { breakText, clipLine, hangText } from "../fit-text.js";
import { log, visible, visibleJson } from "../output.js";
import { colorsOf, columnsOf } from "../terminal.js";
import { parseJson } from "./parse-value.js";

type Params = Readonly<Record<string, unknown>>;

/** Approves calls up to a risk level and prompts for others; denies them without a terminal. */
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
  const decide = async (): Promise<ApprovalDecision> => {
    for (;;) {
      const answer = (await terminal.question(question(), { signal })).trim().toLowerCase();
      if (answer === "y" || answer === "yes") return { decision: "approve" };
      if (answer === "n" || answer === "no") return { decision: "deny", reason: "The user denied the call." };
      if (answer === "e" || answer === "edit")
        return { decision: "edit", params: await edit(terminal, params, signal) };
      if (answer === "d" || answer === "details") await showDetails(request.toolId, params, registry);
      else log("  Please answer y, n, e or d.");
    }
  };
  try {
    return await Promise.race([decide(), closed]);
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
  // The risk comes first, so that a long name cannot push it off the screen.
  log(`\n  ${colors[riskColors[request.risk]](`${request.risk} risk`)}`);
  log(colors.bold(hangText("  ", `${request.toolId}   ${inOneLine(request.toolName)}`, columns)));
  log(hangText("  ", inOneLine(request.summary), columns));
  for (const warning of request.warnings)
    log(colors.yellow(hangText("  ⚠ ", inOneLine(warning.message), columns)));
  log(clipLine("  ┌ parameters ───────────────", columns));
  const width = Math.min(16, Math.max(0, ...Object.keys(params).map((name) => name.length)));
  for (const [name, value] of Object.entries(params)) {
    const text = `${inOneLine(name).padEnd(width)}  ${shorten(inOneLine(value))}`;
    // Indent continuation lines: part of a value, or of a name from the model, could look like another parameter.
    log(`  │ ${breakText(text, columns - 6).join("\n  │   ")}`);
  }
  log(clipLine("  └───────────────────────────", columns));
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
