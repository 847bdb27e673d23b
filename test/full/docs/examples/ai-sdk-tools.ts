import { toAiSdkTools } from "@toolkiln/providers";
import { ToolExecutor } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { registry } from "@toolkiln/tools/registry";
import { generateText, type LanguageModel, type ToolSet } from "ai";

const executor = new ToolExecutor(registry, { paths: new WorkspacePathPolicy() });

export async function answer(model: LanguageModel, prompt: string, ownTools: ToolSet): Promise<string> {
  const ours = await toAiSdkTools(registry, executor, { call: { workspacePath: process.cwd() } });
  const { text } = await generateText({ model, tools: { ...ownTools, ...ours }, prompt });
  return text;
}
