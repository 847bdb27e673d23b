import { adaptTools } from "../adapt-tools.js";
import {
  ToolRunner,
  type RunnerOptions,
  type ToolDispatcher,
  type ToolOutput,
} from "../execute/tool-runner.js";
import type { AdaptOptions } from "../provider.js";
import { readSpecs, type SpecSource } from "../spec-source.js";
import { ToolSetError } from "../to-definitions.js";
import { langchain, type LangChainTool } from "./langchain.js";

/** What LangChain tells a tool about a call. */
export interface LangChainCallConfig {
  toolCall?: { id?: string | undefined } | undefined;
  signal?: AbortSignal | undefined;
}

/** What LangChain's `tool` function makes a tool of. */
export interface LangChainToolFields extends LangChainTool {
  /** The text is for the model, the artifact for the application. */
  responseFormat: "content_and_artifact";
}

/** LangChain's `tool` function. */
export type LangChainToolFactory<Made> = (
  run: (input: unknown, config?: LangChainCallConfig) => Promise<[text: string, artifact: ToolOutput]>,
  fields: LangChainToolFields,
) => Made;

/** Options of `toLangChainTools`. */
export interface LangChainToolsOptions extends AdaptOptions, RunnerOptions {}

/**
 * Tools for LangChain, made with its own `tool` function. They run through the executor, whose `approve` decides about
 * risky calls, because LangChain has no question of its own.
 */
export async function toLangChainTools<Made>(
  source: SpecSource,
  executor: ToolDispatcher,
  makeTool: LangChainToolFactory<Made>,
  options: LangChainToolsOptions = {},
): Promise<Made[]> {
  const { tools, problems } = adaptTools(await readSpecs(source), langchain, options);
  if (problems.length > 0) throw new ToolSetError(problems);
  const runner = new ToolRunner(executor, langchain.name, options);
  return tools.map((tool) =>
    makeTool(
      async (input, config) => {
        const output = await runner.run(tool, input, {
          toolCallId: config?.toolCall?.id,
          signal: config?.signal,
        });
        return [output.text, output];
      },
      { ...tool.definition, responseFormat: "content_and_artifact" },
    ),
  );
}
