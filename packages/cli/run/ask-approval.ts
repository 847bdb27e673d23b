import { setTimeout } from "node:timers/promises";
import { isCancel, text } from "@clack/prompts";
import type { ApprovalDecision, ApprovalRequest, ToolRegistry } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { compareRisk } from "@toolkiln/runtime/vocabulary";
import { interrupt } from "../interruption.js";
import { log, visible, visibleJson } from "../output.js";
import { breakText, colorsOf, columnsOf, promptOutput } from "../terminal.js";
import { parseJson } from "./parse-value.js";

type Params = Readonly<Record<string, unknown>>;

const question = "Approve?  [y] yes  [n] no  [e] edit  [d] details";

function problemOfAnswer(given = ""): string | undefined {
  return /^(?:y|yes|n|no|e|edit|d|details)$/i.test(given) ? undefined : "Please answer y, n, e or d.";
}

/** Shows a call in the terminal and asks whether it may run. */
export async function askApproval(
  request: ApprovalRequest,
  registry: ToolRegistry,
  signal: AbortSignal,
): Promise<ApprovalDecision> {
  const params = isRecord(request.params) ? request.params : {};
  const prompt = { signal, output: promptOutput() };
  showRequest(request, params);
  for (;;) {
    await discardTyped();
    const given = await text({ message: question, validate: problemOfAnswer, ...prompt });
    const answer = isCancel(given) ? undefined : given.charAt(0).toLowerCase();
    if (answer === "y") return { decision: "approve" };
    if (answer === "n") return { decision: "deny", reason: "The user denied the call." };
    if (answer === "d") {
      await showDetails(request.toolId, params, registry);
      continue;
    }
    const edited = answer === "e" ? await editParams(params, prompt) : undefined;
    if (edited !== undefined) return { decision: "edit", params: edited };
    if (!signal.aborted) interrupt();
    return { decision: "deny", reason: "The question was not answered.", unattended: true };
  }
}

/** Edits the parameters as one line of JSON. A masked value is kept when its mask is unchanged. */
async function editParams(params: Params, prompt: object): Promise<Params | undefined> {
  const validate = (line = ""): string | undefined =>
    isRecord(parseJson(line)) ? undefined : "Please enter a JSON object.";
  const line = await text({ message: "Parameters", initialValue: visibleJson(params), validate, ...prompt });
  const edited = isCancel(line) ? undefined : parseJson(line);
  return isRecord(edited) ? edited : undefined;
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

function showRequest(request: ApprovalRequest, params: Params): void {
  const colors = colorsOf(process.stderr);
  // The risk comes first, so that a long name cannot push it off the screen.
  const isLow = compareRisk(request.risk, "medium") < 0;
  const color = isLow ? "green" : request.risk === "medium" ? "yellow" : "red";
  log(`\n  ${colors[color](`${request.risk} risk`)}`);
  log(colors.bold(fit("  ", `${request.toolId}   ${inOneLine(request.toolName)}`)));
  log(fit("  ", inOneLine(request.summary)));
  for (const { message } of request.warnings) log(colors.yellow(fit("  ⚠ ", inOneLine(message))));
  log("  ┌ parameters");
  const width = Math.min(16, Math.max(0, ...Object.keys(params).map((name) => name.length)));
  for (const [name, value] of Object.entries(params))
    log(fit("  │ ", `${inOneLine(name).padEnd(width)}  ${shorten(inOneLine(value))}`));
  log("  └");
}

/** Shows the descriptions of the tool and its parameters, and each value in full. */
async function showDetails(id: string, params: Params, registry: ToolRegistry): Promise<void> {
  const spec = await registry.getTool(id)?.loadSpec();
  log(`\n  ${visible(spec?.description.trim() ?? "")}\n`);
  for (const [name, value] of Object.entries(params)) {
    const property = spec?.inputSchema.properties?.[name];
    const description = typeof property === "object" ? property.description : undefined;
    log(fit("  ", `${inOneLine(name)}${description === undefined ? "" : `  # ${inOneLine(description)}`}`));
    for (const line of visible(JSON.stringify(value, undefined, 2) ?? "").split("\n")) log(fit("    ", line));
  }
  log("");
}

/** Breaks text to fit the terminal. Later lines are indented further, so that they cannot look like another parameter. */
function fit(prefix: string, text: string): string {
  return prefix + breakText(text, columnsOf(process.stderr) - prefix.length - 2).join(`\n${prefix}  `);
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
