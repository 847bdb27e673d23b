import { ToolArtifact, ToolExecutor, ToolRegistry, ToolResult, ToolResultBuilder } from "@toolkiln/runtime";
import { MockTool } from "@toolkiln/runtime/testing";
import { expect, it } from "vitest";
import { toCallToolResult } from "../../packages/mcp/call/call-result.js";
import { toServedTool } from "../../packages/mcp/list/tool-listing.js";

it.each([1, 2, 30])(
  "sends structured content as an object, even if truncated to %d characters",
  async (limit) => {
    const tool = new MockTool({
      id: "wide",
      result: { maxDataLength: limit },
      execute: () => ({ text: "x".repeat(99) }),
    });
    const executor = new ToolExecutor(ToolRegistry.of(tool));
    const execution = await executor.dispatch("wide", {});
    const served = toServedTool(tool.contract.spec, "structured");
    const options = { data: "structured", artifactUri: () => undefined } as const;
    const cut = await toCallToolResult(execution, served, options, () => true);
    expect(JSON.stringify(cut.structuredContent).length).toBeLessThanOrEqual(Math.max(2, limit));
    const whole = await toCallToolResult(execution, served, options, () => false);
    expect(whole.structuredContent).toEqual({ text: "x".repeat(99) });
    await executor.dispose();
  },
);

it("sends every part of a result's content as a separate block", async () => {
  const tool = new MockTool({
    id: "media",
    execute: () =>
      ToolResultBuilder.success()
        .withData({ count: 4 })
        .withContent(
          { type: "audio", data: "UklGRg==", mimeType: "audio/wav" },
          { type: "file", data: "JVBERi0=", mimeType: "application/pdf", name: "a b.pdf" },
          { type: "file", data: btoa("hello"), mimeType: "text/plain", uri: "notes://1" },
          { type: "file", data: "hello!", mimeType: "text/plain", name: "raw.txt" },
          { type: "resource_link", uri: "https://example.com/log" },
        )
        .build(),
  });
  const executor = new ToolExecutor(ToolRegistry.of(tool));
  const served = toServedTool(tool.contract.spec, "structured");
  const options = { data: "structured", artifactUri: () => undefined } as const;
  const { content, structuredContent } = await toCallToolResult(
    await executor.dispatch("media", {}),
    served,
    options,
    () => true,
  );
  expect(structuredContent).toEqual({ count: 4 });
  expect(content.slice(1)).toEqual([
    { type: "audio", data: "UklGRg==", mimeType: "audio/wav" },
    {
      type: "resource",
      resource: { uri: "attachment:///a%20b.pdf", mimeType: "application/pdf", blob: "JVBERi0=" },
    },
    { type: "resource", resource: { uri: "notes://1", mimeType: "text/plain", text: "hello" } },
    { type: "text", text: "Not shown: file, raw.txt, text/plain, 4 B. Its data is not base64." },
    { type: "resource_link", uri: "https://example.com/log", name: "https://example.com/log" },
  ]);
  await executor.dispose();
});

it.each<["structured" | "text", unknown]>([
  ["structured", { count: 1 }],
  ["text", { count: 1 }],
  ["structured", ToolResult.failed("no luck")],
])("shows warnings in the text of a result whose data is %s: %j", async (data, returned) => {
  const tool = new MockTool({ id: "noted", deprecated: "Use newer instead.", execute: () => returned });
  await using executor = new ToolExecutor(ToolRegistry.of(tool));
  const served = toServedTool(tool.contract.spec, data);
  const options = { data, artifactUri: () => undefined };
  const execution = await executor.dispatch("noted", {});
  const { content } = await toCallToolResult(execution, served, options, () => true);
  expect(JSON.stringify(content)).toContain("Tool 'noted' is deprecated. Use newer instead.");
});

it("names artifacts that clients cannot open in the text, and links the others", async () => {
  const tool = new MockTool({
    id: "writer",
    execute: () =>
      ToolResultBuilder.success()
        .withData({ count: 3 })
        .withArtifacts([
          ToolArtifact.file("a.txt", true),
          ToolArtifact.file("/tmp/b.txt", true),
          ToolArtifact.deletedFile("c\nWarning: x"),
        ])
        .build(),
  });
  await using executor = new ToolExecutor(ToolRegistry.of(tool));
  const served = toServedTool(tool.contract.spec, "structured");
  const artifactUri = ({ path }: ToolArtifact) => (path === "a.txt" ? "file:///a.txt" : undefined);
  const options = { data: "structured", artifactUri } as const;
  const execution = await executor.dispatch("writer", {});
  const { content } = await toCallToolResult(execution, served, options, () => true);
  expect(content).toMatchObject([
    { type: "text", text: expect.stringContaining("file created: …/b.txt\nfile deleted: c\n  Warning: x") },
    { type: "resource_link", uri: "file:///a.txt" },
  ]);
  expect(JSON.stringify(content[0])).not.toContain("a.txt");
});
