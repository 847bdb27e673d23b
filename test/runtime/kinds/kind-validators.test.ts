import type { WellKnownKind } from "@toolkiln/runtime";
import { isDataOfKind, isWellKnownKind, wellKnownKinds, wellKnownSchemas } from "@toolkiln/runtime/kinds";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileRead } from "../../../generated/index.js";
import { validatorOfKind } from "../../../runtime/kinds/kind-validators.js";

const good: Record<WellKnownKind, unknown[]> = {
  text: [{ content: "" }, { content: "hello", extra: 1 }],
  diff: [
    { path: "a", modified: "x", isNew: true },
    { path: "a", original: "y", modified: "x", isNew: false, bytesWritten: 1 },
    {
      path: "a",
      modified: "x",
      isNew: false,
      hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ["-y", "+x"] }],
    },
  ],
  file_content: [{ path: "a", content: "x", size: 1, encoding: "utf-8", truncated: false }],
  file_list: [{ path: ".", entries: [{ name: "a", type: "file", size: 0, modified: "2026-01-01" }] }],
  table: [{ columns: [{ key: "a", label: "A", type: "number", align: "right" }], rows: [{ a: 1 }] }],
  image: [{ url: "https://example.org/a.png" }, { base64: "AAAA", alt: "a dot" }],
  structured: [undefined, null, 1, "x", [], { any: "thing" }],
};

const bad: Record<Exclude<WellKnownKind, "structured">, unknown[]> = {
  text: [undefined, null, "hello", [], {}, { content: 1 }],
  diff: [
    { path: "a", modified: "x" },
    { path: "a", modified: "x", isNew: "no" },
    { path: "a", modified: "x", isNew: true, bytesWritten: -1 },
    { path: "a", modified: "x", isNew: true, hunks: [{ oldStart: 1, lines: [2] }] },
  ],
  file_content: [
    { path: "a", content: "x" },
    { path: "a", content: "x", size: Number.NaN },
  ],
  file_list: [
    { path: ".", entries: {} },
    { path: ".", entries: [{ name: "a", type: "socket" }] },
  ],
  table: [
    { columns: [], rows: [[]] },
    { columns: [{ label: "no key" }], rows: [] },
  ],
  image: [{}, { alt: "nothing to see" }, { url: 1 }],
};

/** Ajv as the reference: the schemas are published, so our validators must agree with them. */
const ajv = new Ajv2020({
  allErrors: true,
  strictNumbers: true,
  allowUnionTypes: true,
  strictRequired: false,
});
const judges = new Map(wellKnownKinds.map((kind) => [kind, ajv.compile({ ...wellKnownSchemas[kind] })]));

describe("validators of the well-known kinds", () => {
  it.each(wellKnownKinds.flatMap((kind) => good[kind].map((data) => ({ kind, data }))))(
    "accept $data as $kind",
    ({ kind, data }) => {
      expect(isDataOfKind(kind, data)).toBe(true);
      expect(judges.get(kind)?.(data)).toBe(true);
    },
  );

  it.each(
    wellKnownKinds.flatMap((kind) =>
      kind === "structured" ? [] : bad[kind].map((data) => ({ kind, data })),
    ),
  )("refuse $data as $kind", ({ kind, data }) => {
    expect(isDataOfKind(kind, data)).toBe(false);
    expect(judges.get(kind)?.(data)).toBe(false);
  });

  it("agree with Ajv on similar data", () => {
    const scalar = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
    const keys = [
      "path",
      "content",
      "size",
      "isNew",
      "modified",
      "entries",
      "rows",
      "columns",
      "hunks",
      "url",
    ];
    const entry = fc.record(
      { name: scalar, type: fc.constantFrom("file", "x", 1), key: scalar },
      { requiredKeys: [] },
    );
    const value = fc.oneof(scalar, fc.array(fc.oneof(entry, scalar), { maxLength: 3 }));
    const data = fc.dictionary(fc.constantFrom(...keys), value);
    fc.assert(
      fc.property(fc.constantFrom(...wellKnownKinds), data, (kind, candidate) => {
        expect(isDataOfKind(kind, candidate)).toBe(judges.get(kind)?.(candidate));
      }),
      { numRuns: 2_000 },
    );
  });

  it("report the same errors at the same places as Ajv", () => {
    const validate = validatorOfKind("file_list");
    expect(validate?.({ path: 1, entries: [{ name: "a", type: "file" }, { type: "socket" }] })).toBe(false);
    expect(validate?.errors).toMatchObject([
      { instancePath: "/path", keyword: "type", message: "must be string" },
      { instancePath: "/entries/1", keyword: "required", params: { missingProperty: "name" } },
      { instancePath: "/entries/1/type", keyword: "enum" },
    ]);
  });

  it("do not exist for custom kinds", () => {
    expect(validatorOfKind("git.status")).toBeUndefined();
    expect(isWellKnownKind("git.status")).toBe(false);
    expect(isWellKnownKind("constructor")).toBe(false);
  });

  it("are used by a contract to check data of a well-known kind", async () => {
    expect(await fileRead.checkData({ path: "a", content: "x", size: 1 })).toEqual([]);
    expect(await fileRead.checkData({ path: "a", size: "big" })).toMatchObject([
      { parameterName: "content", errorCode: "required" },
      { parameterName: "size", errorCode: "type_mismatch" },
    ]);
  });
});
