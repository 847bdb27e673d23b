import { toAiSdkTools } from "@toolkiln/providers";
import { generateText, isStepCount } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { createExecutor } from "../executor.js";
import { registry } from "../generated/registry.js";
import { createTestServices, disposeServices } from "../tools/services.js";

type ModelResponse = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;

/** The responses of the mock model: a tool call, then a text. */
function responses(toolName: string, input: object, text: string): ModelResponse[] {
  const usage: ModelResponse["usage"] = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const call = { type: "tool-call", toolCallId: "1", toolName, input: JSON.stringify(input) } as const;
  return [
    { content: [call], finishReason: { unified: "tool-calls", raw: undefined }, usage, warnings: [] },
    {
      content: [{ type: "text", text }],
      finishReason: { unified: "stop", raw: undefined },
      usage,
      warnings: [],
    },
  ];
}

it("creates an issue when a model calls the tool through the AI SDK", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tracker-"));
  const services = createTestServices({ workspacePath: folder });
  const executor = await createExecutor(services, folder);
  const tools = await toAiSdkTools(registry, executor.with({ sessionId: "chat-1" }));
  const model = new MockLanguageModelV4({
    doGenerate: responses("issue_create", { title: "Broken login" }, "Created."),
  });
  const { text } = await generateText({ model, tools, prompt: "Login is broken.", stopWhen: isStepCount(2) });
  assert.equal(text, "Created.");
  assert.equal(services.database.find(1)?.title, "Broken login");
  await executor.dispose();
  disposeServices(services);
  rmSync(folder, { recursive: true });
});
