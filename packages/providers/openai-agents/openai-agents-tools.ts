import { adaptTools } from "../adapt-tools.js";
import { ToolRunner, type RunnerOptions, type ToolDispatcher } from "../execute/tool-runner.js";
import type { Adaptation, AdaptOptions } from "../provider.js";
import { readSpecs, type SpecSource } from "../spec-source.js";
import { ToolSetError } from "../to-definitions.js";
import { openaiAgents, type OpenAIAgentsTool } from "./openai-agents.js";

/** What the Agents SDK knows about the run. */
export interface AgentsRunContext {
  isToolApproved(approval: { toolName: string; callId: string }): boolean | undefined;
}

/** What the Agents SDK tells a tool about a call. */
export interface AgentsCallDetails {
  toolCall?: { callId: string };
  signal?: AbortSignal;
}

/** A function tool of the OpenAI Agents SDK. */
export interface OpenAIAgentsFunctionTool extends Omit<OpenAIAgentsTool, "parameters"> {
  parameters: AgentsParameters;
  invoke(context: AgentsRunContext, input: string, details?: AgentsCallDetails): Promise<string>;
  needsApproval(context: AgentsRunContext, input: unknown, callId?: string): Promise<boolean>;
  isEnabled(): Promise<boolean>;
}

/** The Agents SDK declares that every schema is closed and has properties; it sends what it is given. */
export interface AgentsParameters {
  type: "object";
  properties: { [name: string]: object };
  required: string[];
  additionalProperties: false;
}

/** Options of `toOpenAIAgentsTools`. */
export interface OpenAIAgentsToolsOptions extends AdaptOptions, RunnerOptions {}

/**
 * Tools for an agent of the OpenAI Agents SDK. They run through the executor; one that needs approval interrupts the
 * run until it is approved or rejected.
 */
export async function toOpenAIAgentsTools(
  source: SpecSource,
  executor: ToolDispatcher,
  options: OpenAIAgentsToolsOptions = {},
): Promise<OpenAIAgentsFunctionTool[]> {
  const { tools, problems } = adaptTools(await readSpecs(source), openaiAgents, options);
  if (problems.length > 0) throw new ToolSetError(problems);
  const runner = new ToolRunner(executor, openaiAgents.name, options);
  return tools.map((tool) => toTool(tool, runner));
}

function toTool(tool: Adaptation<OpenAIAgentsTool>, runner: ToolRunner): OpenAIAgentsFunctionTool {
  const isApproved = (context: AgentsRunContext, callId: string | undefined): boolean =>
    callId !== undefined && context.isToolApproved({ toolName: tool.name, callId }) === true;
  return {
    ...tool.definition,
    // A schema that is open all the same is sent as it stands; the SDK's type has no name for it.
    parameters: {
      properties: {},
      required: [],
      ...tool.definition.parameters,
    } as unknown as AgentsParameters,
    async invoke(context, input, details) {
      const toolCallId = details?.toolCall?.callId;
      const call = { toolCallId, signal: details?.signal, isApproved: isApproved(context, toolCallId) };
      return (await runner.run(tool, input, call)).text;
    },
    needsApproval: (context, input, callId) =>
      runner.needsApproval(tool, input, { toolCallId: callId, isApproved: isApproved(context, callId) }),
    isEnabled: () => Promise.resolve(true),
  };
}
