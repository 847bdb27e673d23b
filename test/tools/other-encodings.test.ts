import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { codeOf, dataOf, workbench } from "./workbench.js";

/** Files that are not UTF-8, some only after many bytes. */
const foreign = {
  "a zero byte": Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x41]),
  "Latin-1": Buffer.from("caf\u00E9 old\n", "latin1"),
  "Latin-1 after 20,000 bytes": Buffer.concat([
    Buffer.from(`old\n${"x".repeat(20_000)}\n`),
    Buffer.from("caf\u00E9\n", "latin1"),
  ]),
  "an incomplete character at the end": Buffer.from([...Buffer.from("old "), 0xe2, 0x82]),
  "a lone surrogate": Buffer.from([...Buffer.from("old "), 0xed, 0xa0, 0x80]),
  "UTF-16": Buffer.from("old\n", "utf16le"),
};

describe.each(Object.entries(foreign))("a file with %s", (_, bytes) => {
  it.each([
    ["file-write", { content: "new", mode: "append" }],
    ["file-edit", { oldText: "old", newText: "new" }],
  ] as const)("keeps every byte when %s rejects it", async (id, input) => {
    using bench = workbench();
    bench.write("a.json", bytes);
    expect(codeOf(await bench.dispatch(id, { path: "a.json", ...input }))).toBe("BinaryFile");
    expect(readFileSync(bench.at("a.json"))).toEqual(bytes);
  });

  it("can be overwritten as a whole", async () => {
    using bench = workbench();
    bench.write("a.txt", bytes);
    const call = { path: "a.txt", content: "new", mode: "overwrite" } as const;
    const data = dataOf(await bench.run("file-write", call));
    expect(data).toMatchObject({ modified: "new", isNew: false });
    expect(data.original).toBeUndefined();
  });
});

describe("file-read", () => {
  it.each(Object.keys(foreign) as (keyof typeof foreign)[])(
    "shows only characters that the file contains: %s",
    async (name) => {
      using bench = workbench();
      bench.write("a.txt", foreign[name]);
      expect(codeOf(await bench.run("file-read", { path: "a.txt" }))).toBe("BinaryFile");
      const { content } = dataOf(await bench.run("file-read", { path: "a.txt", encoding: "latin1" }));
      expect(Buffer.from(content, "latin1")).toEqual(foreign[name]);
    },
  );
});

describe("half of a character", () => {
  it.each([
    ["file-edit", { oldText: "\uD83D", newText: "x" }],
    ["file-edit", { oldText: "a", newText: "\uDE00" }],
    ["file-write", { content: "\uD83D", mode: "overwrite" }],
    ["file-write", { content: "\uDE00", mode: "append" }],
  ] as const)("is rejected by %s: %j", async (id, input) => {
    using bench = workbench({ "a.txt": "a😀" });
    expect(codeOf(await bench.dispatch(id, { path: "a.txt", ...input }))).toBe("InvalidText");
    expect(readFileSync(bench.at("a.txt"), "utf8")).toBe("a😀");
  });

  it("is omitted by file-read at its limit", async () => {
    using bench = workbench({ "a.txt": "a😀" });
    const { content, truncated } = dataOf(await bench.run("file-read", { path: "a.txt", maxBytes: 3 }));
    expect({ content, truncated }).toEqual({ content: "a", truncated: true });
  });

  it("is not UTF-8 at the end of a file whose size is the limit of file-read", async () => {
    using bench = workbench();
    bench.write("a.txt", Buffer.from([0x61, 0xf0, 0x9f]));
    expect(codeOf(await bench.run("file-read", { path: "a.txt", maxBytes: 3 }))).toBe("BinaryFile");
    bench.write("a.txt", Buffer.from([0x61, 0x0a, 0xf0, 0x9f]));
    const lastLine = { path: "a.txt", startLine: 2, maxBytes: 2 } as const;
    expect(codeOf(await bench.run("file-read", lastLine))).toBe("BinaryFile");
  });
});

describe("a byte order mark", () => {
  it("stays where it is", async () => {
    using bench = workbench({ "a.txt": "\uFEFFold\r\n" });
    dataOf(await bench.run("file-edit", { path: "a.txt", oldText: "old", newText: "new" }));
    dataOf(await bench.run("file-write", { path: "a.txt", content: "more", mode: "append" }));
    expect(readFileSync(bench.at("a.txt"), "utf8")).toBe("\uFEFFnew\r\nmore");
  });
});
