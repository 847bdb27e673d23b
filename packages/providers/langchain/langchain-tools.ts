import type { ApprovalDecision } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { fitParts, isText, joinTexts, type FittedPart } from "../content/fit-parts.js";
import type { ApprovalDescriptor } from "../execute/approval-channel.js";
import { toOutput, type RunningOutput, type ToolOutput } from "../execute/tool-output.js";
import {
  adaptForRunning,
  type AdapterOptions,
  type RunningCall,
  type ToolDispatcher,
  type ToolRunner,
} from "../execute/tool-runner.js";
import type { SuppliedTo, NamesIn } from "../execute/tool-types.js";
import type { Adaptation } from "../provider.js";
import type { SpecSource } from "../to-definitions.js";
import { langchain, type LangChainTool } from "./langchain.js";

/** What LangChain passes to a tool with a call. */
export interface LangChainCallConfig {
  toolCall?: { id?: string | undefined } | undefined;
  signal?: AbortSignal | undefined;
  /** Requests approval; set if the agent has a checkpointer. */
  interrupt?: ((review: LangChainReview) => unknown) | undefined;
}

/** Arguments of LangChain's `tool` function. */
export interface LangChainToolFields extends LangChainTool {
  /** The content is for the model, the artifact for the application. */
  responseFormat: "content_and_artifact";
}

/** Text, or message parts that all LangChain models accept. */
export type LangChainContent =
  | string
  | ({ type: "text"; text: string } | { type: "image_url"; image_url: { url: string } })[];

/** Runs a tool: yields progress; returns content for the model and an artifact. */
export type LangChainRun = (
  input: unknown,
  config?: LangChainCallConfig,
) => AsyncGenerator<RunningOutput, [content: LangChainContent, artifact: ToolOutput], undefined>;

/** LangChain's `tool` function. */
export type LangChainToolFactory<Made> = (run: LangChainRun, fields: LangChainToolFields) => Made;

/**
 * Tools for LangChain, created with its `tool` function. They run through the executor. A call that needs approval
 * interrupts an agent with a checkpointer, like LangChain's human-in-the-loop middleware; otherwise the
 * executor's `approve` decides.
 */
export async function toLangChainTools<Made, Source extends SpecSource, const Prefix extends string = "">(
  source: Source,
  executor: ToolDispatcher,
  makeTool: LangChainToolFactory<Made>,
  options: AdapterOptions<Prefix, SuppliedTo<Source>> = {},
): Promise<(Made & { name: NamesIn<Source, Prefix> })[]> {
  const { tools, runner } = await adaptForRunning(source, executor, langchain, options);
  const made = tools.map((tool) =>
    makeTool(
      async function* run(input, config = {}) {
        const outcome = yield* await start(tool, runner, input, config);
        const parts = await fitParts(langchain.limits, outcome.result, options);
        return [toContent(parts), toOutput(outcome)];
      },
      { ...tool.definition, responseFormat: "content_and_artifact" },
    ),
  );
  // The registry was generated with these names, and LangChain does not change them.
  return made as (Made & { name: NamesIn<Source, Prefix> })[];
}

/** Starts a call, or interrupts the agent for approval. After the decision, LangChain runs the tool from the start. */
async function start(
  { id, spec, name, decode }: Adaptation,
  runner: ToolRunner,
  sent: unknown,
  { toolCall, signal, interrupt }: LangChainCallConfig,
): Promise<RunningCall> {
  const input = decode(sent);
  const call = { toolCallId: toolCall?.id, signal };
  if (interrupt === undefined || call.toolCallId === undefined) return runner.run(id, input, call);
  if (await runner.isPending(id, input, call.toolCallId)) {
    return runner.decide(id, input, call, readReview(interrupt(toReview(name))));
  }
  const request = await runner.prepare(spec, input, call.toolCallId);
  if (request === undefined) return runner.run(id, input, call);
  interrupt(toReview(name, request));
  // `interrupt` throws, unless there is a decision: its request is not in this store.
  return runner.decide(id, input, call, { decision: "deny", reason: noRecord, unattended: true });
}

function toContent(parts: readonly FittedPart[]): LangChainContent {
  if (isText(parts)) return joinTexts(parts);
  return parts.map((part) =>
    part.type === "text"
      ? { type: "text", text: part.text }
      : { type: "image_url", image_url: { url: `data:${part.mimeType};base64,${part.data}` } },
  );
}

/** An approval request in the format of LangChain's human-in-the-loop middleware, with the full request. */
export interface LangChainReview {
  actionRequests: { name: string; args: Record<string, unknown>; description: string }[];
  reviewConfigs: { actionName: string; allowedDecisions: ("approve" | "edit" | "reject")[] }[];
  approval?: ApprovalDescriptor;
}

/** The review of a call; without `approval` if it was requested before. */
function toReview(name: string, approval?: ApprovalDescriptor): LangChainReview {
  const { params, summary = "Waits for approval", risk, warnings = [] } = approval ?? {};
  const title = risk === undefined ? summary : `${summary} (${risk} risk)`;
  const description = [title, ...warnings.map(({ message }) => message)].join("\n");
  return {
    actionRequests: [{ name, args: isRecord(params) ? params : {}, description }],
    reviewConfigs: [{ actionName: name, allowedDecisions: ["approve", "edit", "reject"] }],
    ...(approval !== undefined && { approval }),
  };
}

/** Reads a decision in LangChain's format or ours. The executor denies anything else. */
function readReview(review: unknown): ApprovalDecision {
  const decisions: unknown = isRecord(review) ? review["decisions"] : undefined;
  const [decision] = Array.isArray(decisions) ? decisions : [review];
  if (!isRecord(decision)) return invalidDecision;
  const { type, editedAction, message } = decision;
  if (type === "approve") return { decision: "approve" };
  if (type === "edit" && isRecord(editedAction)) return { decision: "edit", params: editedAction["args"] };
  if (type === "reject") {
    return { decision: "deny", ...(typeof message === "string" && { reason: message }) };
  }
  // The executor validates the decision.
  return "decision" in decision ? (decision as ApprovalDecision) : invalidDecision;
}

const invalidDecision: ApprovalDecision = {
  decision: "deny",
  reason: "The approver did not return a valid decision.",
  unattended: true,
};

/** Why a decision is ignored: another process with a different approval store requested it. */
const noRecord = "No pending call matches this decision: share one approval store between processes.";
