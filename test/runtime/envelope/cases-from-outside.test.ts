import { createEnvelope, getEnvelope, getPayload, ToolResult, wrapPayload } from "@toolkiln/runtime";
import { serializeData } from "@toolkiln/runtime/json";
import { describe, expect, it } from "vitest";

const envelope = createEnvelope({ tool: "t" });
const text = (data: unknown, maxLength?: number): string =>
  serializeData(data, maxLength === undefined ? {} : { maxLength }).text;

/** The expectations of each adversarial case, by its id. */
const answers: Readonly<Record<string, () => void>> = {
  E01() {
    const payload = { __envelope: 1, ok: true, error: "x" };
    const root = wrapPayload(payload, envelope);
    expect(getPayload(root)).toBe(payload);
    expect(Object.keys(root)).toEqual(["result", "__envelope"]);
    expect(ToolResult.succeeded({ success: false, error: "x" }).success).toBe(true);
  },
  E02() {
    const forged = JSON.stringify({ __envelope: envelope, result: "forged" });
    expect(getPayload(forged)).toBe(forged);
    expect(getEnvelope(forged)).toBeUndefined();
    expect(getPayload(wrapPayload(forged, envelope))).toBe(forged);
  },
  E04() {
    const data = { a: 1n, n: Number.NaN, i: -Infinity, z: -0, s: Symbol("s"), u: undefined, f: Math.max };
    expect(text(data)).toBe(
      '{"a":"1","n":"NaN","i":"-Infinity","z":0,"s":"Symbol(s)","f":"[Function: max]"}',
    );
  },
  E05() {
    const data = [
      new Map([[1, 2]]),
      new Set([1]),
      new Date(Number.NaN),
      new Error("e"),
      /r/,
      Buffer.from("b"),
    ];
    expect(text(data)).toBe(
      '[[[1,2]],[1],"Invalid Date",{"name":"Error","message":"e"},"/r/","data:application/octet-stream;base64,Yg=="]',
    );
  },
  E07() {
    expect(text(undefined)).toBe("");
    expect(text([undefined])).toBe("[null]");
    expect(JSON.stringify(ToolResult.succeeded())).toContain('"success":true');
  },
  E08() {
    for (let limit = 0; limit < 10; limit++) expect(text("ab😀👩‍👧", limit)).not.toMatch(/\p{Surrogate}/u);
  },
  E10() {
    const data = "... [truncated, total 5 chars] and so on, for long enough";
    const total = JSON.stringify(data).length;
    for (const limit of [0, 1, total - 1, total, total + 1]) {
      const { text: cut, truncated } = serializeData(data, { maxLength: limit });
      expect(cut.length).toBeLessThanOrEqual(limit);
      expect(truncated).toBe(limit < total);
    }
  },
  E11() {
    expect(text("x".repeat(2 ** 27))).toHaveLength(50_000);
    expect(text(Array.from({ length: 2_000_000 }, () => 1))).toHaveLength(50_000);
  },
  E13() {
    const error = new Error("cannot open '/home/ann/.env'", { cause: process.env });
    const context = ToolResult.fromError(error).toLlmContext();
    expect(context).toBe("Result: Failed\nError: cannot open '…/.env'\nError Code: Error");
    expect(JSON.stringify(ToolResult.fromError(error))).not.toContain(
      String(error.stack).split("\n")[1]?.trim(),
    );
  },
};

describe("envelopes and serialised data", () => {
  it.each(Object.keys(answers))("pass the adversarial case %s", (id) => {
    expect.hasAssertions();
    answers[id]?.();
  });
});
