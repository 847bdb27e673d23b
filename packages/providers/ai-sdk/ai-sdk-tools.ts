import type { StandardSchemaWithJson } from "@toolkiln/runtime";
import { adaptTools } from "../adapt-tools.js";
import type { SentArguments } from "../define-provider.js";
import {
  ToolRunner,
  type RunnerOptions,
  type ToolDispatcher,
  type ToolOutput,
} from "../execute/tool-runner.js";
import type { Adaptation, AdaptOptions } from "../provider.js";
import { readSpecs, type SpecSource } from "../spec-source.js";
import { ToolSetError } from "../to-definitions.js";
import { aiSdk, type AiSdkFunctionTool } from "./ai-sdk.js";

/** What the AI SDK tells a tool about a call. */
export interface AiSdkCallOptions {
  toolCallId: string;
  messages: readonly unknown[];
  abortSignal?: AbortSignal | undefined;
}

/** A tool for the AI SDK: an entry of its `ToolSet`. */
export interface AiSdkTool {
  description: string;
  title: string;
  inputSchema: StandardSchemaWithJson<SentArguments>;
  inputExamples?: { input: SentArguments }[];
  strict: boolean;
  needsApproval(input: SentArguments, options: AiSdkCallOptions): Promise<boolean>;
  execute(input: SentArguments, options: AiSdkCallOptions): Promise<ToolOutput>;
  toModelOutput(options: { output: ToolOutput }): { type: "text" | "error-text"; value: string };
}

/** Options of `toAiSdkTools`. */
export interface AiSdkToolsOptions extends AdaptOptions, RunnerOptions {}

/**
 * Tools for `generateText` and `streamText` of the AI SDK, by their wire names. They run through the executor; one that
 * needs approval asks through `needsApproval`, and the answer may come with a later request.
 */
export async function toAiSdkTools(
  source: SpecSource,
  executor: ToolDispatcher,
  options: AiSdkToolsOptions = {},
): Promise<Record<string, AiSdkTool>> {
  const specs = await readSpecs(source);
  const titles = new Map(specs.map(({ id, name }) => [id, name]));
  const { tools, problems } = adaptTools(specs, aiSdk, options);
  if (problems.length > 0) throw new ToolSetError(problems);
  const runner = new ToolRunner(executor, aiSdk.name, options);
  return Object.fromEntries(
    tools.map((tool) => [tool.name, toTool(tool, titles.get(tool.id) ?? tool.id, runner)]),
  );
}

function toTool(tool: Adaptation<AiSdkFunctionTool>, title: string, runner: ToolRunner): AiSdkTool {
  const { description, inputSchema, inputExamples, strict } = tool.definition;
  return {
    description,
    title,
    strict,
    inputSchema: toSchema(inputSchema),
    ...(inputExamples !== undefined && { inputExamples }),
    needsApproval: (input, { toolCallId, messages }) =>
      runner.needsApproval(tool, input, { toolCallId, isApproved: isApproved(toolCallId, messages) }),
    execute: (input, { toolCallId, messages, abortSignal }) =>
      runner.run(tool, input, {
        toolCallId,
        signal: abortSignal,
        isApproved: isApproved(toolCallId, messages),
      }),
    toModelOutput: ({ output: { success, text } }) => ({
      type: success ? "text" : "error-text",
      value: text,
    }),
  };
}

/**
 * The schema as the AI SDK takes it. It accepts every object, because the executor validates what the decoder makes of
 * it, with messages that a model can act on. The symbol is the SDK's own mark for a schema to be used as it is.
 */
function toSchema(jsonSchema: object): StandardSchemaWithJson<SentArguments> {
  const schema = {
    [Symbol.for("vercel.ai.schema")]: true,
    jsonSchema,
    // The root of every definition is an object; what else a model sends is the validator's to refuse.
    validate: (value: unknown) => ({ success: true, value: value as SentArguments }),
    "~standard": {
      version: 1,
      vendor: "toolkiln",
      validate: (value: unknown) => ({ value: value as SentArguments }),
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
