import { stripVTControlCharacters } from "node:util";
import { detectTerminal, renderTerminal, showHidden } from "@toolkiln/render/terminal";
import { ToolResult } from "@toolkiln/runtime";
import * as fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { adversarialCases } from "../support/shared-cases.js";
import { actingInTerminal } from "./acting-text.js";
import { markupAttacks, resultsWith, terminalAttacks } from "./hostile-text.js";
import { sampleResults } from "./sample-results.js";

/** The texts of the shared cases, with their escape sequences decoded. */
const shared = adversarialCases("renderer-cli-playground").map(({ id, input }) => ({
  id,
  input: input
    .replaceAll(/\\x([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(String.raw`\r`, "\r"),
}));

describe("tool output", () => {
  it.each([...terminalAttacks, ...markupAttacks, ...shared.map(({ input }) => input)])(
    "cannot control the terminal: %j",
    (attack) => {
      for (const result of resultsWith(`before ${attack} after`)) {
        for (const width of [40, 160, undefined]) {
          for (const color of [false, true])
            expect(
              actingInTerminal(renderTerminal(result, { color, ...(width !== undefined && { width }) })),
            ).toBeUndefined();
        }
      }
    },
  );

  it("stays harmless whatever the characters are", () => {
    const character = fc
      .oneof(
        fc.integer({ min: 0, max: 0x3_00 }),
        fc.integer({ min: 0x20_00, max: 0x20_7f }),
        fc.integer({ min: 0, max: 0x10_ff_ff }),
      )
      .map((code) => String.fromCodePoint(code));
    const text = fc.string({ unit: character, maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 20, max: 100 }), (hostile, width) => {
        for (const result of resultsWith(hostile))
          expect(actingInTerminal(renderTerminal(result, { width, color: true }))).toBeUndefined();
      }),
      { numRuns: 40 },
    );
  });

  it("shows control characters instead of dropping them", () => {
    expect(showHidden("a\x1B[2Jb\rc\u202Ed\u200Be\x9Bf\u{E0041}")).toBe(
      String.raw`a\x1b[2Jb\rc\u202ed\u200be\x9bf\u{e0041}`,
    );
    expect(showHidden("two\nlines", "show")).toBe(String.raw`two\nlines`);
  });

  it("keeps emoji, accents and the line breaks of Windows as they are", () => {
    expect(showHidden("👩‍👩‍👧 ❤️ 1️⃣ 👍🏽 é é")).toBe("👩‍👩‍👧 ❤️ 1️⃣ 👍🏽 é é");
    expect(renderTerminal({ kind: "text", data: { content: "a\r\nb\r\n" } })).toBe("a\nb");
  });

  it("cannot add lines to a table: line breaks in cells are escaped", () => {
    const text = renderTerminal({
      kind: "file_list",
      data: { path: ".", entries: [{ name: "a\nb", type: "file" }] },
    });
    expect(text).toBe(".\nName\n────\n" + String.raw`a\nb`);
  });
});

describe("the width", () => {
  it.each(Object.entries(sampleResults))("is not exceeded by %s", (_, result) => {
    for (const width of [20, 33, 40, 80, 160]) {
      const lines = stripVTControlCharacters(renderTerminal(result, { width, color: true })).split("\n");
      expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
    }
  });

  it("is not exceeded by random text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 200 }),
        fc.integer({ min: 20, max: 60 }),
        (text, width) => {
          for (const result of resultsWith(text)) {
            const lines = renderTerminal(result, { width }).split("\n");
            expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("images in a terminal", () => {
  const image = sampleResults["image"] ?? ToolResult.failed("no sample");
  const protocols = ["kitty", "iterm", "none"] as const;

  it("are drawn with the image protocol of the terminal", () => {
    expect(renderTerminal(image, { images: "iterm" })).toMatch(
      new RegExp(String.raw`^\u001B\]1337;File=inline=1;[^:]*:[A-Za-z0-9+/=]+\u0007\n\[image/png, 96 × 48`),
    );
    expect(renderTerminal(image, { images: "kitty" })).toMatch(
      new RegExp(String.raw`^\u001B_Ga=T,f=100,q=2,m=1;[A-Za-z0-9+/=]{4096}\u001B\\`),
    );
  });

  it("are described by default", () => {
    expect(renderTerminal(image)).toMatch(/^\[image\/png, 96 × 48/);
    expect(actingInTerminal(renderTerminal(image))).toBeUndefined();
  });

  it("are scaled down to the width of a Kitty terminal", () => {
    const bytes = Buffer.alloc(24);
    bytes.write("\x89PNG\r\n\x1A\n", "latin1");
    bytes.writeUInt32BE(2_000, 16);
    const wide = { kind: "image", data: { base64: bytes.toString("base64") } };
    expect(renderTerminal(wide, { images: "kitty", width: 80 })).toContain("a=T,f=100,c=80,q=2,m=0;");
    expect(renderTerminal(wide, { images: "kitty", width: 400 })).toContain("a=T,f=100,q=2,m=0;");
    expect(renderTerminal(wide, { images: "kitty" })).toContain("a=T,f=100,q=2,m=0;");
  });

  it.each(protocols)("are never drawn from anything but the bytes of an image (%s)", (images) => {
    for (const base64 of ["\x1B\\\x1B]0;t\x07", "AAAA\x07", "PHN2Zz4=", "SGVsbG8=", ""]) {
      const text = renderTerminal(
        { kind: "image", data: { base64, alt: "x" }, mimeType: "image/png" },
        { images },
      );
      expect(actingInTerminal(text)).toBeUndefined();
    }
  });
});

it.each([20, 40, 67])("fits a long artifact action into a terminal of %i columns", (width) => {
  const artifact = { type: "file", path: "notes/a.txt", action: "replaced by 文件 ".repeat(20), isNew: true };
  const text = renderTerminal({ ...ToolResult.succeeded({}), artifacts: [artifact] }, { width });
  const widths = text.split("\n").map((line) => stringWidth(line));
  expect(Math.max(...widths)).toBeLessThanOrEqual(width);
  expect(text.replaceAll(/\s/g, "")).toContain("notes/a.txt".slice(0, 3));
});

describe("detecting the terminal", () => {
  const terminal = { isTTY: true, columns: 100 };

  it("writes plain text without width into a pipe", () => {
    expect(detectTerminal({}, {})).toEqual({ color: false });
  });

  it("follows NO_COLOR and FORCE_COLOR", () => {
    expect(detectTerminal(terminal, {}).color).toBe(true);
    expect(detectTerminal(terminal, { NO_COLOR: "1" }).color).toBe(false);
    expect(detectTerminal(terminal, { NO_COLOR: "1", FORCE_COLOR: "1" }).color).toBe(false);
    expect(detectTerminal({}, { FORCE_COLOR: "1" }).color).toBe(true);
    expect(detectTerminal(terminal, { FORCE_COLOR: "0" }).color).toBe(false);
    expect(detectTerminal(terminal, { TERM: "dumb" }).color).toBe(false);
  });

  it("recognises terminals that can draw images, except inside a multiplexer", () => {
    expect(detectTerminal(terminal, {}).images).toBe("none");
    expect(detectTerminal(terminal, { TERM_PROGRAM: "iTerm.app" }).images).toBe("iterm");
    expect(detectTerminal(terminal, { TERM: "xterm-kitty" }).images).toBe("kitty");
    expect(detectTerminal(terminal, { TERM: "xterm-kitty", TMUX: "1" }).images).toBe("none");
  });
});
