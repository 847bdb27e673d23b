import { fitParts, isText, joinTexts, type FittedPart } from "../content/fit-parts.js";
import { toOutput, type RunningOutput, type ToolOutput } from "../execute/tool-output.js";
import {
  adaptForRunning,
  type AdapterOptions,
  type RunningCall,
  type ToolDispatcher,
  type ToolRunner,
} from "../execute/tool-runner.js";
import type { Brought, NamesIn } from "../execute/tool-types.js";
import type { Adaptation } from "../provider.js";
import type { SpecSource } from "../spec-source.js";
import { notAsked, readReview, toReview, type LangChainReview } from "./human-review.js";
import { langchain, type LangChainTool } from "./langchain.js";

/** What LangChain passes to a tool with a call. */
export interface LangChainCallConfig {
  toolCall?: { id?: string | undefined } | undefined;
  signal?: AbortSignal | undefined;
  /** Asks a person, where an agent with a checkpointer runs the tool. */
  interrupt?: ((review: LangChainReview) => unknown) | undefined;
}

/** What LangChain's `tool` function makes a tool of. */
export interface LangChainToolFields extends LangChainTool {
  /** The content is for the model, the artifact for the application. */
  responseFormat: "content_and_artifact";
}

/** Text, or parts of a message that every model of LangChain takes. */
export type LangChainContent =
  | string
  | ({ type: "text"; text: string } | { type: "image_url"; image_url: { url: string } })[];

/** Runs a tool: yields how far it is, and returns what the model and the application get. */
export type LangChainRun = (
  input: unknown,
  config?: LangChainCallConfig,
) => AsyncGenerator<RunningOutput, [content: LangChainContent, artifact: ToolOutput], undefined>;

/** LangChain's `tool` function. */
export type LangChainToolFactory<Made> = (run: LangChainRun, fields: LangChainToolFields) => Made;

/**
 * Tools for LangChain, made with its own `tool` function. They run through the executor. A risky call of an agent with
 * a checkpointer interrupts it, in the form of LangChain's human-in-the-loop middleware; elsewhere the executor's
 * `approve` decides.
 */
export async function toLangChainTools<Made, Source extends SpecSource, const Prefix extends string = "">(
  source: Source,
  executor: ToolDispatcher,
  makeTool: LangChainToolFactory<Made>,
  options: AdapterOptions<Prefix, Brought<Source>> = {},
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
  // LangChain keeps the name it is given; the names are those that the registry was generated with.
  return made as (Made & { name: NamesIn<Source, Prefix> })[];
}

/** Starts a call, or interrupts the agent for it. LangChain runs the tool from its beginning when somebody has answered. */
async function start(
  { id, name, decode }: Adaptation,
  runner: ToolRunner,
  sent: unknown,
  { toolCall, signal, interrupt }: LangChainCallConfig,
): Promise<RunningCall> {
  const input = decode(sent);
  const call = { toolCallId: toolCall?.id, signal };
  if (interrupt === undefined || call.toolCallId === undefined) return runner.run(id, input, call);
  if (await runner.isWaiting(id, input, call.toolCallId)) {
    return runner.decide(id, input, call, readReview(interrupt(toReview(name))));
  }
  const asked = await runner.ask(id, input, call.toolCallId);
  if (asked === undefined) return runner.run(id, input, call);
  interrupt(toReview(name, asked));
  // It throws unless there is an answer: one to a question that did not wait here.
  return runner.decide(id, input, call, { decision: "deny", reason: notAsked, unattended: true });
}

function toContent(parts: readonly FittedPart[]): LangChainContent {
  if (isText(parts)) return joinTexts(parts);
  return parts.map((part) =>
    part.type === "text"
      ? { type: "text", text: part.text }
      : { type: "image_url", image_url: { url: `data:${part.mimeType};base64,${part.data}` } },
  );
}
