import type { ToolResult } from "@toolkiln/runtime";
import type { StandardSchemaWithJson } from "@toolkiln/runtime/vocabulary";
import { fitParts, isText, joinTexts, withImages, type FittedPart } from "../content/fit-parts.js";
import type { SentArguments } from "../define-provider.js";
import {
  adaptForRunning,
  type AdapterOptions,
  type RunnerOptions,
  type ToolDispatcher,
  type ToolRunner,
} from "../execute/tool-runner.js";
import { resultOf, toOutput, type ToolOutput } from "../execute/tool-output.js";
import type { ContractsIn, SuppliedTo, NameOf, ReturnedBy, SentTo } from "../execute/tool-types.js";
import type { Adaptation } from "../provider.js";
import type { SpecSource } from "../to-definitions.js";
import { aiSdk, type AiSdkFunctionTool } from "./ai-sdk.js";

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
  /** Yields progress, then the outcome. */
  execute(input: Input, options: AiSdkCallOptions): AsyncIterable<Output>;
  toModelOutput(options: { output: unknown }): Promise<AiSdkModelOutput>;
}

/** The tools of a source by wire name, each with its input and output types. */
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
 * Tools for `generateText` and `streamText` of the AI SDK, by their wire names. They run through the executor.
 * `needsApproval` requests approval; the decision may arrive with a later request.
 */
export async function toAiSdkTools<Source extends SpecSource, const Prefix extends string = "">(
  source: Source,
  executor: ToolDispatcher,
  options: AdapterOptions<Prefix, SuppliedTo<Source>> = {},
): Promise<AiSdkTools<Source, Prefix>> {
  const { tools, runner } = await adaptForRunning(source, executor, aiSdk, options);
  const entries = tools.map((tool) => [tool.name, toTool(tool, runner, options)]);
  // The registry was generated with these names and types.
  return Object.fromEntries(entries) as AiSdkTools<Source, Prefix>;
}

/** The approval status of a call, as AI SDK 7 expects it. */
export type AiSdkApprovalStatus = { type: "user-approval"; reason?: string } | undefined;

/** For `toolApproval` of the AI SDK 7, which replaces `needsApproval`: one entry per tool. */
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

function toTool(tool: Adaptation<AiSdkFunctionTool>, runner: ToolRunner, options: RunnerOptions): AiSdkTool {
  const { type: _, name: __, inputSchema, ...definition } = tool.definition;
  return {
    ...definition,
    title: tool.spec.name,
    inputSchema: toSchema(inputSchema, tool),
    // The SDK calls this again after approval: do not issue a second approval token.
    needsApproval: async (input, { toolCallId, messages }) =>
      isApproved(toolCallId, messages) || (await runner.prepare(tool.spec, input, toolCallId)) !== undefined,
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
      // The last value from `execute`, possibly stored as JSON.
      const result = resultOf(output as Parameters<typeof resultOf>[0]);
      // Do not read artifacts: the output may come from a client, which could name any file.
      const { readArtifact: _, ...others } = options;
      return toModelOutput(result, await fitParts(aiSdk.limits, result, others));
    },
  };
}

/**
 * The schema for the AI SDK. It decodes arguments without validation: the executor validates them, with messages
 * that a model can act on. The symbol tells the SDK to use the schema unchanged.
 */
function toSchema(jsonSchema: object, { decode }: Adaptation): StandardSchemaWithJson<SentArguments> {
  // The root of every definition is an object; the validator rejects anything else.
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

/** Whether the messages contain an approval of this call. */
function isApproved(toolCallId: string, messages: readonly unknown[]): boolean {
  const parts = messages.flatMap(partsOf);
  const requests = parts.filter(
    (part) => part["type"] === "tool-approval-request" && part["toolCallId"] === toolCallId,
  );
  const ids = new Set(requests.map((part) => part["approvalId"]));
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

/** What the AI SDK, version 6 or 7, sends to the model as the result of a call. */
export type AiSdkModelOutput =
  | { type: "text" | "error-text"; value: string }
  | { type: "content"; value: AiSdkContentPart[] };

/** A part of such a result, in the form that both versions support. */
export type AiSdkContentPart =
  | { type: "text"; text: string }
  | { type: "image-data"; data: string; mediaType: string }
  | { type: "file-data"; data: string; mediaType: string; filename?: string };

/** A result for the model. An error without media is sent as `error-text`; `content` has no error flag. */
function toModelOutput({ success }: ToolResult, parts: readonly FittedPart[]): AiSdkModelOutput {
  if (isText(parts)) return { type: success ? "text" : "error-text", value: joinTexts(parts) };
  return { type: "content", value: parts.map(toContentPart) };
}

function toContentPart(part: FittedPart): AiSdkContentPart {
  if (part.type === "text") return { type: "text", text: part.text };
  const { data, mimeType: mediaType, name } = part;
  if (part.type === "image") return { type: "image-data", data, mediaType };
  return { type: "file-data", data, mediaType, ...(name !== undefined && { filename: name }) };
}
