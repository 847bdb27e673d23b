import { toDefinitions } from "@toolkiln/providers";
import { tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { registry } from "../../../generated/registry.js";
import * as contract from "../docs/examples/ai-sdk-contract.js";
import * as allTools from "../docs/examples/ai-sdk-tools.js";

const answer = {
  content: [{ type: "text", text: "done" }],
  finishReason: { unified: "stop", raw: undefined },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
  warnings: [],
} satisfies Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;

function newModel(): MockLanguageModelV3 {
  return new MockLanguageModelV3({ doGenerate: answer });
}

describe("adopting toolkiln as in docs/adoption.md", () => {
  it("makes one tool usable in an AI SDK application, without an executor", async () => {
    const model = newModel();
    expect(await contract.answer(model, "go")).toBe("done");
    expect(model.doGenerateCalls[0]?.tools?.[0]).toMatchObject({ name: "file_read" });
  });

  it("makes all tools usable in an AI SDK application", async () => {
    const model = newModel();
    const ownTools = { now: tool({ inputSchema: z.object({}), execute: async () => "noon" }) };
    expect(await allTools.answer(model, "go", ownTools)).toBe("done");
    expect(model.doGenerateCalls[0]?.tools).toHaveLength(registry.count + 1);
  });

  it("reports the known targets when untyped code passes an unknown one", async () => {
    const misspelled: string = "opnai";
    await expect(toDefinitions([], misspelled as "openai")).rejects.toThrow(
      'There is no target "opnai". Did you mean "openai"? Known targets: openai, anthropic,',
    );
    const inherited: string = "constructor";
    await expect(toDefinitions([], inherited as "openai")).rejects.toThrow(
      'There is no target "constructor".',
    );
  });
});
