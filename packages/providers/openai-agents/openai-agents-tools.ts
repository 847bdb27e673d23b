import { getSerializedData } from "@toolkiln/runtime";
import { fitParts, isText, joinTexts, type FittedPart } from "../content/fit-parts.js";
import {
  adaptForRunning,
  outcomeOf,
  type AdapterOptions,
  type CallTypes,
  type ToolDispatcher,
  type ToolRunner,
} from "../execute/tool-runner.js";
import type { SuppliedTo, NamesIn } from "../execute/tool-types.js";
import type { Adaptation } from "../provider.js";
import type { SpecSource } from "../to-definitions.js";
import { openaiAgents, type OpenAIAgentsOptions, type OpenAIAgentsTool } from "./openai-agents.js";

/** The run context of the Agents SDK. */
export interface AgentsRunContext {
  isToolApproved(approval: { toolName: string; callId: string }): boolean | undefined;
}

/** What the Agents SDK passes to a tool with a call. */
export interface AgentsCallDetails {
  toolCall?: { callId: string };
  signal?: AbortSignal;
}

/** A result for the model: text, or parts. */
export type AgentsOutput = string | AgentsOutputPart[];

/** A part of a result. */
export type AgentsOutputPart =
  | { type: "text"; text: string }
  | { type: "image"; image: { data: string; mediaType: string } }
  | { type: "file"; file: { data: string; mediaType: string; filename: string } };

/** A function tool of the OpenAI Agents SDK. */
export interface OpenAIAgentsFunctionTool<Name extends string = string> extends Omit<
  OpenAIAgentsTool,
  "parameters" | "outputSchema"
> {
  name: Name;
  parameters: AgentsParameters;
  outputSchema?: AgentsParameters;
  invoke(context: AgentsRunContext, input: string, details?: AgentsCallDetails): Promise<AgentsOutput>;
  needsApproval(context: AgentsRunContext, input: unknown, callId?: string): Promise<boolean>;
  isEnabled(): Promise<boolean>;
}

/** The SDK's type requires closed schemas with properties, but it sends any schema unchanged. */
export interface AgentsParameters {
  type: "object";
  properties: { [name: string]: object };
  required: string[];
  additionalProperties: false;
}

/** Options of `toOpenAIAgentsTools`. */
export interface OpenAIAgentsToolsOptions<Prefix extends string = string, Call extends CallTypes = CallTypes>
  extends AdapterOptions<Prefix, Call>, Pick<OpenAIAgentsOptions, "outputSchema"> {}

/**
 * Tools for an agent of the OpenAI Agents SDK. They run through the executor; one that needs approval interrupts the
 * run until it is approved or rejected.
 */
export async function toOpenAIAgentsTools<Source extends SpecSource, const Prefix extends string = "">(
  source: Source,
  executor: ToolDispatcher,
  options: OpenAIAgentsToolsOptions<Prefix, SuppliedTo<Source>> = {},
): Promise<OpenAIAgentsFunctionTool<NamesIn<Source, Prefix>>[]> {
  const { tools, runner } = await adaptForRunning(source, executor, openaiAgents, options);
  // The registry was generated with these names.
  return tools.map((tool) => toTool(tool, runner, options) as OpenAIAgentsFunctionTool<never>);
}

function toTool(
  tool: Adaptation<OpenAIAgentsTool>,
  runner: ToolRunner,
  options: OpenAIAgentsToolsOptions,
): OpenAIAgentsFunctionTool {
  const isApproved = (context: AgentsRunContext, callId: string | undefined): boolean =>
    callId !== undefined && context.isToolApproved({ toolName: tool.name, callId }) === true;
  const { parameters, outputSchema, ...definition } = tool.definition;
  return {
    ...definition,
    parameters: toParameters(parameters),
    ...(outputSchema !== undefined && { outputSchema: toParameters(outputSchema) }),
    async invoke(context, input, details) {
      const toolCallId = details?.toolCall?.callId;
      const call = { toolCallId, signal: details?.signal, isApproved: isApproved(context, toolCallId) };
      const { result } = await outcomeOf(runner.run(tool.id, tool.decode(input), call));
      if (outputSchema !== undefined && result.success) return getSerializedData(result);
      return toAgentsOutput(await fitParts(openaiAgents.limits, result, options));
    },
    // The SDK calls this again after approval: do not issue a second approval token.
    needsApproval: async (context, input, callId) =>
      isApproved(context, callId) ||
      (callId !== undefined && (await runner.prepare(tool.spec, tool.decode(input), callId)) !== undefined),
    isEnabled: () => Promise.resolve(true),
  };
}

/** Casts open schemas: the SDK sends them unchanged, but its type excludes them. */
function toParameters(schema: object): AgentsParameters {
  return { properties: {}, required: [], ...schema } as unknown as AgentsParameters;
}

function toAgentsOutput(parts: readonly FittedPart[]): AgentsOutput {
  if (isText(parts)) return joinTexts(parts);
  return parts.map((part) => {
    if (part.type === "text") return { type: "text", text: part.text };
    const media = { data: part.data, mediaType: part.mimeType };
    if (part.type === "image") return { type: "image", image: media };
    return { type: "file", file: { ...media, filename: part.name ?? "file" } };
  });
}
