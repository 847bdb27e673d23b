import type { ApprovalRequest } from "@toolkiln/runtime";
import { MockTool } from "@toolkiln/runtime/testing";
import { expect, it } from "vitest";
import { approvalForm } from "../../packages/mcp/call/approval-form.js";

const request: ApprovalRequest = {
  toolId: "a",
  toolName: "A",
  executionId: "1",
  summary: "Do it",
  risk: "medium",
  warnings: [],
  params: {},
  token: "",
  expiresAt: new Date(0),
};

it.each([
  [["/*"], []],
  [["/~2"], ["a/b", "plain"]],
  [["/a~1b/deep"], ["*", "plain"]],
])("offers no field for a parameter that the sensitive pointers %j match", (sensitive, offered) => {
  const text = { type: "string" } as const;
  const tool = new MockTool({
    id: "a",
    schema: { type: "object", properties: { "*": text, "a/b": text, plain: text } },
    sensitive,
  });
  const form = approvalForm(request, tool.contract.spec, { "*": "x", "a/b": "y", plain: "z" });
  expect(Object.keys(form.requestedSchema.properties)).toEqual(offered);
});

it("gives a parameter with a `$ref` the type of the referenced definition", () => {
  const tool = new MockTool({
    id: "a",
    schema: {
      type: "object",
      properties: { number: { $ref: "#/$defs/number", description: "Which one." } },
      $defs: { number: { type: "integer", minimum: 1, description: "A number." } },
    },
  });
  const form = approvalForm(request, tool.contract.spec, { number: 3 });
  const number = { type: "integer", minimum: 1, description: "Which one.", default: 3 };
  expect(form.requestedSchema.properties).toEqual({ number });
});
