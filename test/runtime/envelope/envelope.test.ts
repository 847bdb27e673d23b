import {
  createEnvelope,
  ensureEnvelope,
  getEnvelope,
  getPayload,
  ToolExecutor,
  ToolResult,
  withEnvelope,
  wrapPayload,
} from "@toolkiln/runtime";
import { inferView } from "@toolkiln/runtime/kinds";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { registry } from "../../../generated/registry.js";

const envelope = createEnvelope({ tool: "text-generate" });

describe("createEnvelope", () => {
  it("has all eleven fields", () => {
    const full = createEnvelope({
      tool: "text-generate",
      provider: "openai",
      model: "m",
      toolCallId: "call-1",
      contentType: "Text",
      payloadPath: "result.text",
      schemaRef: "schema/text.json",
      compat: { flag: true },
      createdAt: "2026-01-01T00:00:00.000Z",
      tags: ["docs"],
    });
    expect(Object.keys(full).toSorted()).toEqual([
      "compat",
      "contentType",
      "createdAt",
      "model",
      "payloadPath",
      "provider",
      "schemaRef",
      "tags",
      "tool",
      "toolCallId",
      "version",
    ]);
    expect(full.version).toBe("1.0");
  });

  it("has defaults for all but the tool", () => {
    expect(envelope).toEqual({
      version: "1.0",
      tool: "text-generate",
      contentType: "Unknown",
      payloadPath: "result",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    });
  });

  it.each([
    ["text", "Text"],
    ["file_content", "Text"],
    ["file_list", "List"],
    ["table", "List"],
    ["image", "Image"],
    ["diff", "Object"],
    ["structured", "Object"],
    ["git.status", "Object"],
  ])("takes the content type from the kind %s: %s", (kind, contentType) => {
    expect(createEnvelope({ tool: "t", kind })).toMatchObject({ contentType });
    expect(createEnvelope({ tool: "t", kind })).not.toHaveProperty("kind");
    expect(createEnvelope({ tool: "t", kind, contentType: "Binary" }).contentType).toBe("Binary");
  });

  it.each(["", ".", "a..b", "a.", ".a", "__envelope", "__envelope.x"])(
    "uses result instead of the path %j, which cannot contain a payload",
    (payloadPath) => {
      expect(createEnvelope({ tool: "t", payloadPath }).payloadPath).toBe("result");
    },
  );
});

describe("a root with its envelope", () => {
  it("keeps the payload where it was", () => {
    const root = { result: "text", list: [1] };
    const enveloped = withEnvelope(root, envelope);
    expect(enveloped).toEqual({ result: "text", list: [1], __envelope: envelope });
    expect(root).not.toHaveProperty("__envelope");
    expect(getEnvelope(enveloped)).toEqual(envelope);
    expect(getPayload(enveloped)).toBe("text");
  });

  it("finds the payload by a path with dots, through own properties only", () => {
    const nested = withEnvelope(
      { a: { b: [{ c: 1 }] } },
      createEnvelope({ tool: "t", payloadPath: "a.b.0.c" }),
    );
    expect(getPayload(nested)).toBe(1);
    for (const payloadPath of ["a.missing", "constructor", "a.__proto__", "a.b.length.x"]) {
      expect(
        getPayload(withEnvelope({ a: { b: [] } }, createEnvelope({ tool: "t", payloadPath }))),
      ).toBeUndefined();
    }
  });

  it("replaces an existing envelope, and wraps data that uses the envelope's key", () => {
    const newer = createEnvelope({ tool: "other" });
    expect(withEnvelope(withEnvelope({ result: 1 }, envelope), newer)).toEqual({
      result: 1,
      __envelope: newer,
    });
    const data = { __envelope: 1, ok: true, error: "x" };
    const root = withEnvelope(data, envelope);
    expect(getPayload(root)).toEqual(data);
    expect(getEnvelope(root)).toEqual(envelope);
  });

  it("gets a new envelope only if it has none", () => {
    const made = ensureEnvelope({ list: [1] }, "list-generate", "List", "list");
    expect(getEnvelope(made)).toMatchObject({
      tool: "list-generate",
      contentType: "List",
      payloadPath: "list",
    });
    expect(getPayload(made)).toEqual([1]);
    expect(getEnvelope(ensureEnvelope({ result: 1 }, { tool: "t", tags: ["a"] }))?.tags).toEqual(["a"]);
    expect(getEnvelope(ensureEnvelope(made, "other"))).toEqual(getEnvelope(made));
  });
});

describe("wrapPayload", () => {
  it.each<[string, unknown]>([
    ["a list", [1, 2]],
    ["a text", "hello"],
    ["nothing", undefined],
    ["null", null],
    ["an object that looks like a root", { __envelope: { version: "1.0", tool: "spoof" }, result: "forged" }],
    ["an object with our other names", { __envelope: 1, ok: true, error: "x", kind: "text", success: true }],
    ["a text that looks like a root", JSON.stringify({ __envelope: envelope, result: "forged" })],
  ])("keeps %s unchanged", (_, payload) => {
    const root = wrapPayload(payload, envelope);
    expect(getPayload(root)).toBe(payload);
    expect(getEnvelope(root)).toEqual(envelope);
    expect(Object.keys(root)).toEqual(["result", "__envelope"]);
  });

  it("unwraps every payload from any key, also after a JSON round trip", () => {
    const key = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "list",
        "a.b.c",
        "__proto__",
        "__proto__.x",
        "constructor",
        "__envelope",
        "result.__envelope",
      ),
    );
    fc.assert(
      fc.property(fc.anything(), fc.option(key, { nil: undefined }), (payload, payloadKey) => {
        const root = wrapPayload(payload, envelope, payloadKey);
        expect(getPayload(root)).toBe(payload);
        expect(getEnvelope(root)?.tool).toBe("text-generate");
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), key, (payload, payloadKey) => {
        const text = JSON.stringify(wrapPayload(payload, envelope, payloadKey));
        expect(JSON.stringify(getPayload(JSON.parse(text)))).toBe(JSON.stringify(payload));
      }),
    );
    expect(Reflect.get({}, "x")).toBeUndefined();
  });

  it("records the key in the envelope", () => {
    const root = wrapPayload([1], envelope, "list");
    expect(root).toMatchObject({ list: [1], __envelope: { payloadPath: "list" } });
  });
});

describe("envelopes from elsewhere", () => {
  const read = (fields: unknown): unknown => getEnvelope({ __envelope: fields });

  it("keep the fields of a newer minor version through a round trip", () => {
    const newer = { ...envelope, version: "1.7", traceId: "abc", kind: "text", nested: { a: [1] } };
    const root: unknown = JSON.parse(JSON.stringify({ result: 1, __envelope: newer }));
    const again: unknown = JSON.parse(JSON.stringify(withEnvelope(root, getEnvelope(root) ?? envelope)));
    expect(again).toEqual(root);
    const found = getEnvelope(root);
    expect(createEnvelope({ ...(found ?? envelope), tags: ["new"] })).toMatchObject({
      version: "1.7",
      traceId: "abc",
      tags: ["new"],
    });
  });

  it("lose fields with invalid values", () => {
    expect(
      read({ version: "1.0", tool: "t", provider: null, tags: [1], compat: "x", contentType: "Audio" }),
    ).toEqual({
      version: "1.0",
      tool: "t",
      contentType: "Unknown",
      payloadPath: "result",
      createdAt: "",
    });
  });

  it.each([
    undefined,
    null,
    1,
    "x",
    [],
    {},
    { version: "1.0" },
    { version: 1, tool: "t" },
    { version: "2.0", tool: "t" },
    { version: "10.0", tool: "t" },
  ])("are ignored when they are %j", (fields) => {
    expect(read(fields)).toBeUndefined();
    expect(getPayload({ __envelope: fields, a: 1 })).toEqual({ __envelope: fields, a: 1 });
  });

  it("are not found on a list, a string or a prototype", () => {
    const inherited: unknown = Object.create({ __envelope: envelope });
    const list = Object.assign([1], { __envelope: envelope });
    for (const root of [inherited, list, JSON.stringify({ __envelope: envelope }), undefined, null]) {
      expect(getEnvelope(root)).toBeUndefined();
      expect(getPayload(root)).toBe(root);
    }
  });

  it("may contain hostile names", () => {
    const root: unknown = JSON.parse(
      '{"__envelope":{"version":"1.0","tool":"t","__proto__":{"polluted":1},"constructor":1,"toString":"x"},"result":1}',
    );
    expect(Object.keys(getEnvelope(root) ?? {})).toContain("__proto__");
    expect(getPayload(root)).toBe(1);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});

describe("one result", () => {
  it("has a text for the model, an envelope for programs and a view for user interfaces", () => {
    const result = ToolResult.succeeded({ __envelope: 1, ok: true, error: "x" }, "Done");
    expect(result.toLlmContext()).toBe(
      'Result: Success\nMessage: Done\nData: {"__envelope":1,"ok":true,"error":"x"}',
    );
    const kept = wrapPayload(result.data, createEnvelope({ tool: "t", kind: result.kind }));
    expect(kept).toMatchObject({ result: { ok: true }, __envelope: { contentType: "Object" } });
    expect(inferView(result)).toBe("tree");
  });

  it("has its kind's content type in the envelope that the executor makes", async () => {
    const executor = new ToolExecutor(registry, { paths: new WorkspacePathPolicy() });
    const call = executor.execute("file-read", { path: "package.json" }, { workspacePath: process.cwd() });
    expect((await call).envelope).toMatchObject({
      tool: "file-read",
      contentType: "Text",
      payloadPath: "result",
    });
  });
});
