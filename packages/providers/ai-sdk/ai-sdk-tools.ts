import type { StandardSchemaWithJson } from "@toolkiln/runtime/vocabulary";
import { fitParts, withImages } from "../content/fit-parts.js";
import type { SentArguments } from "../define-provider.js";
import {
  adaptForRunning,
  type AdapterOptions,
  type RunnerOptions,
  type ToolDispatcher,
  type ToolRunner,
} from "../execute/tool-runner.js";
import { resultOf, toOutput, type ToolOutput } from "../execute/tool-output.js";
import type { ContractsIn, Brought, NameOf, ReturnedBy, SentTo } from "../execute/tool-types.js";
import type { Adaptation } from "../provider.js";
import type { SpecSource } from "../spec-source.js";
import { aiSdk, type AiSdkFunctionTool } from "./ai-sdk.js";
import { toModelOutput, type AiSdkModelOutput } from "./model-output.js";

/** What the AI SDK passes to a tool with a call. */
export interface AiSdkCallOptions {
  toolCallId: string;
  messages: readonly unknown[];
  abortSignal?: AbortSignal | undefined;
}

/** A tool for the AI SDK: an entry of its `ToolSet`, for its versions 6 and 7. */
export interface AiSdkTool<Input = SentArguments, Output = ToolOutput> {
  description: string;
  title: string;
  inputSchema: StandardSchemaWithJson<Input>;
  inputExamples?: { input: NoInfer<Input> }[];
  strict: boolean;
  providerOptions?: NonNullable<AiSdkFunctionTool["providerOptions"]>;
  needsApproval(input: Input, options: AiSdkCallOptions): Promise<boolean>;
  /** Yields how far the call is, and last its outcome. */
  execute(input: Input, options: AiSdkCallOptions): AsyncIterable<Output>;
  toModelOutput(options: { output: unknown }): Promise<AiSdkModelOutput>;
}

/** The tools of a source by the names that models see, each with its own input and output. */
export type AiSdkTools<Source extends SpecSource, Prefix extends string = ""> = ToolsOf<
  ContractsIn<Source>,
  Prefix
>;

type ToolsOf<Contracts, Prefix extends string> = {
  [Id in keyof Contracts & string as NameOf<Contracts[Id], Id, Prefix>]: AiSdkTool<
    SentTo<Contracts[Id]>,
    ToolOutput<ReturnedBy<Contracts[Id]>>
  >;
};

/**
 * Tools for `generateText` and `streamText` of the AI SDK, by their wire names. They run through the executor; one that
 * needs approval asks through `needsApproval`, and the answer may come with a later request.
 */
export async function toAiSdkTools<Source extends SpecSource, const Prefix extends string = "">(
  source: Source,
  executor: ToolDispatcher,
  options: AdapterOptions<Prefix, Brought<Source>> = {},
): Promise<AiSdkTools<Source, Prefix>> {
  const { tools, specs, runner } = await adaptForRunning(source, executor, aiSdk, options);
  const entries = tools.map((tool) => [
    tool.name,
    toTool(tool, specs.get(tool.id)?.name ?? tool.id, runner, options),
  ]);
  // The names and types of the tools are those that the registry was generated with.
  return Object.fromEntries(entries) as AiSdkTools<Source, Prefix>;
}

/** The state of a call's approval, as version 7 of the AI SDK asks for it. */
export type AiSdkApprovalStatus = { type: "user-approval"; reason?: string } | undefined;

/** For `toolApproval` of the AI SDK 7, which replaces `needsApproval`: an entry for each of the tools. */
export function toAiSdkToolApproval<Tools extends { readonly [Name in keyof Tools]: NeedsApproval }>(
  tools: Tools,
): { [Name in keyof Tools]: (input: unknown, options: AiSdkCallOptions) => Promise<AiSdkApprovalStatus> } {
  const entries = Object.entries<NeedsApproval>(tools).map(([name, tool]) => [
    name,
    async (input: unknown, options: AiSdkCallOptions): Promise<AiSdkApprovalStatus> =>
      (await tool.needsApproval(input, options)) ? { type: "user-approval" } : undefined,
  ]);
  return Object.fromEntries(entries);
}

interface NeedsApproval {
  needsApproval(input: unknown, options: AiSdkCallOptions): Promise<boolean>;
}

function toTool(
  tool: Adaptation<AiSdkFunctionTool>,
  title: string,
  runner: ToolRunner,
  options: RunnerOptions,
): AiSdkTool {
  const { description, inputSchema, inputExamples, strict, providerOptions } = tool.definition;
  return {
    description,
    title,
    strict,
    inputSchema: toSchema(inputSchema, tool),
    ...(inputExamples !== undefined && { inputExamples }),
    ...(providerOptions !== undefined && { providerOptions }),
    // Asked again after the answer: only the token of the first question counts.
    needsApproval: async (input, { toolCallId, messages }) =>
      isApproved(toolCallId, messages) || (await runner.ask(tool.id, input, toolCallId)) !== undefined,
    async *execute(input, { toolCallId, messages, abortSignal: signal }) {
      const approved = isApproved(toolCallId, messages);
      const { status, result } = yield* runner.run(tool.id, input, {
        toolCallId,
        signal,
        isApproved: approved,
      });
      yield toOutput({ status, result: await withImages(result, options) });
    },
    toModelOutput: async ({ output }) => {
      // What `execute` put out last, perhaps kept as JSON in between.
      const result = resultOf(output as Parameters<typeof resultOf>[0]);
      // Its artifacts are not read here: the output may come from a client, which could name any.
      const { readArtifact: _, ...others } = options;
      return toModelOutput(result, await fitParts(aiSdk.limits, result, others));
    },
  };
}

/**
 * The schema as the AI SDK takes it. It accepts every object and decodes it, because the executor validates it, with
 * messages that a model can act on. The symbol is the SDK's own mark for a schema to be used as it is.
 */
function toSchema(jsonSchema: object, { decode }: Adaptation): StandardSchemaWithJson<SentArguments> {
  // The root of every definition is an object; what else a model sends is the validator's to refuse.
  const read = (value: unknown): SentArguments => decode(value) as SentArguments;
  const schema = {
    [Symbol.for("vercel.ai.schema")]: true,
    jsonSchema,
    validate: (value: unknown) => ({ success: true, value: read(value) }),
    "~standard": {
      version: 1,
      vendor: "toolkiln",
      validate: (value: unknown) => ({ value: read(value) }),
      jsonSchema: { input: () => ({ ...jsonSchema }), output: () => ({ ...jsonSchema }) },
    },
  } as const;
  return schema;
}

/** Whether the conversation holds a yes to the question about this call. */
function isApproved(toolCallId: string, messages: readonly unknown[]): boolean {
  const parts = messages.flatMap(partsOf);
  const questions = parts.filter(
    (part) => part["type"] === "tool-approval-request" && part["toolCallId"] === toolCallId,
  );
  const ids = new Set(questions.map((part) => part["approvalId"]));
  return parts.some(
    (part) =>
      part["type"] === "tool-approval-response" && part["approved"] === true && ids.has(part["approvalId"]),
  );
}

function partsOf(message: unknown): Record<string, unknown>[] {
  if (typeof message !== "object" || message === null || !("content" in message)) return [];
  const { content } = message;
  return Array.isArray(content) ? content.filter((part) => typeof part === "object" && part !== null) : [];
}
