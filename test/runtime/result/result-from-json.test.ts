import { ToolResult, ToolResultBuilder, isToolResult } from "@toolkiln/runtime";
import { resultFromJson, type ResultJson } from "@toolkiln/runtime/json";
import { expect, it } from "vitest";

/** Writes a result as JSON and reads it again. */
function roundTrip(result: ToolResult): ToolResult {
  return resultFromJson(JSON.parse(JSON.stringify(result)) as ResultJson);
}

it("restores the methods of a result from JSON", () => {
  const sent = new ToolResultBuilder().withData({ a: 1 }).withMessage("done").build();
  const read = roundTrip(sent);
  expect(isToolResult(read)).toBe(true);
  expect(read.toJSON()).toEqual(sent.toJSON());
  expect(read.toLlmContext()).toBe(sent.toLlmContext());
});

it("keeps the error and the partial data of a failure", () => {
  const sent = ToolResult.failed("The disk is full.", "ENOSPC", { written: 3 });
  const read = roundTrip(sent);
  expect(read).toMatchObject({ success: false, data: { written: 3 } });
  expect(read.error).toMatchObject({ code: "ENOSPC", message: "The disk is full." });
});

it("omits list fields that are not lists, and keeps a failure a failure", () => {
  const json = JSON.parse('{"success":false,"message":"Full","artifacts":{},"content":1}') as ResultJson;
  const result = resultFromJson(json);
  expect(result).toMatchObject({ success: false, artifacts: [], content: [], error: { message: "Full" } });
});
