import { tool, type DynamicStructuredTool } from "@langchain/core/tools";
import type { FunctionTool } from "@openai/agents";
import {
  toAiSdkTools,
  toLangChainTools,
  toOpenAIAgentsTools,
  type AiSdkTools,
  type CompletedOutput,
  type ToolOutput,
} from "@toolkiln/providers";
import type { ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import type { NothingInjected, ToolContract } from "@toolkiln/runtime/codegen/v1";
import type * as Ai6 from "ai";
import type * as Ai7 from "ai-7";
import { expectTypeOf, it } from "vitest";
import { registry } from "../../../generated/registry.js";
import type { FileReadInput } from "../../../generated/tools/file-read.js";

declare const executor: ToolExecutor;
type Tools = AiSdkTools<typeof registry>;

it("gives tool sets of both versions of the AI SDK, with the names that models see", () => {
  expectTypeOf<Tools>().toExtend<Ai6.ToolSet>();
  expectTypeOf<Tools>().toExtend<Ai7.ToolSet>();
  expectTypeOf<keyof Tools>().toExtend<"file_read" | "image_read" | (string & {})>();
  expectTypeOf<Tools>().not.toHaveProperty("file-read");
  expectTypeOf(toAiSdkTools(registry, executor)).resolves.toEqualTypeOf<Tools>();
  expectTypeOf(toAiSdkTools(registry, executor, { prefix: "fs_" })).resolves.toHaveProperty("fs_file_read");
});

it("types a tool call and its output by the tool's name, under ai 6", () => {
  type Call = Extract<Ai6.TypedToolCall<Tools>, { toolName: "file_read"; dynamic?: false | undefined }>;
  expectTypeOf<Call["input"]>().toEqualTypeOf<FileReadInput>();
  type Parts = Ai6.UIMessage<never, Ai6.UIDataTypes, Ai6.InferUITools<Tools>>["parts"][number];
  type Part = Extract<Parts, { type: "tool-file_read"; state: "output-available" }>;
  expectTypeOf<Part["input"]>().toEqualTypeOf<FileReadInput>();
  type Data = Extract<Part["output"], { success: true }>["data"];
  expectTypeOf<Data["content"]>().toEqualTypeOf<string>();
});

it("types a tool call and its output by the tool's name, under ai 7", () => {
  type Call = Extract<Ai7.TypedToolCall<Tools>, { toolName: "file_read"; dynamic?: false | undefined }>;
  expectTypeOf<Call["input"]>().toEqualTypeOf<FileReadInput>();
  type Parts = Ai7.UIMessage<never, Ai7.UIDataTypes, Ai7.InferUITools<Tools>>["parts"][number];
  type Part = Extract<Parts, { type: "tool-file_read"; state: "output-available" }>;
  expectTypeOf<Part["input"]>().toEqualTypeOf<FileReadInput>();
  type Data = Extract<Part["output"], { success: true }>["data"];
  expectTypeOf<Data["content"]>().toEqualTypeOf<string>();
});

it("types the tools of LangChain and of the Agents SDK by the names that models see", async () => {
  const chained = await toLangChainTools(registry, executor, (run, fields) => tool(run, fields));
  expectTypeOf(chained).items.toExtend<DynamicStructuredTool>();
  expectTypeOf<"file_read">().toExtend<(typeof chained)[number]["name"]>();
  expectTypeOf<"file-read">().not.toExtend<(typeof chained)[number]["name"]>();
  const agents = await toOpenAIAgentsTools(registry, executor, { prefix: "fs_", outputSchema: true });
  expectTypeOf(agents).items.toExtend<FunctionTool>();
  expectTypeOf<"fs_file_read">().toExtend<(typeof agents)[number]["name"]>();
  expectTypeOf<"file_read">().not.toExtend<(typeof agents)[number]["name"]>();
});

it("types the injected values and services of a registry's tools", () => {
  type Injecting = ToolContract<object, { user: string }, unknown, "a", { userId: string }>;
  type Using = ToolContract<object, object, unknown, "b", NothingInjected, { database: { count(): number } }>;
  const other = {} as ToolRegistry<{ a: Injecting; b: Using }>;
  const call = { inject: { userId: "u" }, services: { database: { count: () => 1 } } };
  expectTypeOf(toAiSdkTools(other, executor, { call })).resolves.toHaveProperty("a");
  // @ts-expect-error -- the id must be a string
  void toAiSdkTools(other, executor, { call: { inject: { userId: 1 } } });
  // @ts-expect-error -- the database must have a `count` method
  void toAiSdkTools(other, executor, { call: { services: { database: {} } } });
});

it("lets a page branch on the outcome", () => {
  const output = {} as ToolOutput<{ title: string }>;
  if (output.success === true) expectTypeOf(output).toEqualTypeOf<CompletedOutput<{ title: string }>>();
  else if (output.status === "inProgress") expectTypeOf(output.progress.message).toEqualTypeOf<string>();
  else expectTypeOf(output.error.code).toEqualTypeOf<string | undefined>();
});
