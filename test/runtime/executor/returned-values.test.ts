import { ToolResult, ToolResultBuilder, type ToolSpec } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";
import { makeExecutor, makeTool } from "./fixtures.js";

const spec: Partial<ToolSpec> = {
  kind: "git.status",
  result: { display: { preferredView: "tree", collapsed: true }, maxDataLength: 100 },
};

/** The execution of a tool that returns this value. */
async function call(returned: unknown, more: Partial<ToolSpec> = spec) {
  return makeExecutor([makeTool("a", () => returned, more)]).dispatch("a", {});
}

describe("a tool that returns its data with kind and hints", () => {
  const data = { branch: "main" };

  it("is accepted", async () => {
    const display = { collapsed: false };
    const { status, result } = await call({ kind: "git.status", data, summary: "clean", display });
    expect(status).toBe("completed");
    expect(result).toMatchObject({ data, kind: "git.status", summary: "clean", maxDataLength: 100 });
    expect(result.display).toEqual({ preferredView: "tree", collapsed: false });
  });

  it.each([
    ["of another kind", { kind: "git.log", data }],
    ["without data", { kind: "git.status", branch: "main" }],
    ["with fields of its own", { kind: "git.status", data, branch: "main" }],
    ["with a summary that is no text", { kind: "git.status", data, summary: 1 }],
  ])("returns plain data when it is %s", async (_, returned) => {
    const { result } = await call(returned);
    expect(result.data).toEqual(returned);
  });

  it("has only its data checked", async () => {
    const tool = makeTool("a", () => ({ kind: "text", data: { content: 1 } }), { kind: "text" });
    const { result } = await makeExecutor([tool]).dispatch("a", {});
    expect(result.error).toMatchObject({ code: "InvalidResult" });
  });
});

describe("the display hints of a result", () => {
  it("come from the tool rather than the manifest", async () => {
    const { result } = await call(
      ToolResultBuilder.success().withData({}).withDisplay({ language: "diff", collapsed: false }).build(),
    );
    expect(result.display).toEqual({ preferredView: "tree", language: "diff", collapsed: false });
  });

  it("come from the manifest where the tool sets none", async () => {
    const { result } = await call(ToolResult.succeeded({}));
    expect(result.display).toEqual({ preferredView: "tree", collapsed: true });
  });
});

describe("the content type of an envelope", () => {
  it.each([
    ["List", [1]],
    ["Text", "words"],
    ["Object", { a: 1 }],
    ["Object", undefined],
  ])("is %s for the data %j", async (contentType, data) => {
    expect((await call(data)).envelope).toMatchObject({ contentType });
  });

  it("comes from the manifest if it sets one", async () => {
    const { envelope } = await call({ rows: [] }, { envelope: { contentType: "List" } });
    expect(envelope).toMatchObject({ contentType: "List" });
  });
});

describe("the approval that a tool sees", () => {
  it.each([
    ["by the policy", "safe"],
    ["by an approver", "high"],
  ] as const)("is set when the call was approved %s", async (_, risk) => {
    const tool = makeTool("a", (_params, context) => context.isApproved, { risk });
    const executor = makeExecutor([tool], { approve: () => ({ decision: "approve" }) });
    expect((await executor.dispatch("a", {})).result.data).toBe(true);
  });
});
