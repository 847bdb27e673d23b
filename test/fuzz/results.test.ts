import { renderHtml, renderPage } from "@toolkiln/render/html";
import { renderTerminal } from "@toolkiln/render/terminal";
import { ToolResult, type ToolResultValue } from "@toolkiln/runtime";
import stringWidth from "string-width";
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import type { Random } from "../generator/support/random.js";
import { actingInPage, actingInTerminal } from "../render/acting-text.js";
import { markupAttacks, resultsWith, terminalAttacks } from "../render/hostile-text.js";
import { sampleResults } from "../render/sample-results.js";
import { forLong, fuzz } from "./support/fuzz.js";
import { replaceSomewhere } from "./support/replace-somewhere.js";

const attacks = [...terminalAttacks, ...markupAttacks];
const lineBreaks = new RegExp(String.raw`[\r\v\f\u001C-\u001E\u0085\u2028\u2029]`);

/** A text of attacks, parts of attacks and characters of any kind. */
function hostileText(random: Random): string {
  const part = (): string => {
    const attack = random.pick(attacks);
    const from = random.integer(0, attack.length);
    return random.pick([
      attack,
      attack.slice(from),
      attack.slice(0, from),
      String.fromCodePoint(random.integer(0, random.pick([0x300, 0x2100, 0x10ffff]))),
      "\n",
      "plain ",
      "`".repeat(random.integer(1, 4)),
      "|",
    ]);
  };
  return Array.from({ length: random.integer(1, 6) }, part).join("");
}

/** A value that a tool may put anywhere into its data. */
function anyValue(random: Random): unknown {
  const values = [
    null,
    true,
    0,
    -1,
    1e21,
    NaN,
    Infinity,
    10n ** 30n,
    "",
    [],
    {},
    new Date(NaN),
    new Map([["a", 1]]),
  ];
  const others = [
    new Uint8Array(3),
    Symbol.iterator.description,
    new Error("x"),
    [[[[[[1]]]]]],
    "a".repeat(3000),
  ];
  return random.chance(0.5) ? hostileText(random) : [...values, ...others][random.integer(0, 17)];
}

const views = ["code", "table", "tree", "diff", "markdown", "image", "raw", "list", "nothing"];

function randomResult(random: Random): unknown {
  const samples = Object.values(sampleResults);
  let result: unknown = { ...random.pick(random.chance(0.3) ? samples : resultsWith(hostileText(random))) };
  for (let count = random.integer(0, 4); count > 0; count--)
    result = replaceSomewhere(result, random, () => anyValue(random));
  // A list would be rendered as several results.
  if (typeof result !== "object" || result === null || Array.isArray(result))
    return { kind: "text", data: result };
  return random.chance(0.3) ? { ...result, display: { preferredView: random.pick(views) } } : result;
}

function tooWide(text: string, width: number): boolean {
  return stripVTControlCharacters(text)
    .split("\n")
    .some((line) => stringWidth(line) > width);
}

/** How a model reads the data and the message of a result. */
function modelText({ data, summary }: ToolResultValue): string {
  const text = typeof summary === "string" ? summary : "";
  const results = [ToolResult.succeeded(data, text), ToolResult.failed(text, text, data)];
  return results.map((result) => result.toLlmContext() + result.toLogSummary()).join("\n");
}

it("renders hostile results for terminals, pages and models without active content", forLong, async () => {
  const findings = await fuzz({
    name: "results",
    inputs: 400,
    generate: (random) => ({ result: randomResult(random), width: random.integer(20, 160) }),
    check({ result, width }) {
      // A tool may return anything, including values that the type does not allow.
      const value = result as ToolResultValue;
      for (const color of [true, false]) {
        const text = renderTerminal(value, { width, color });
        if (actingInTerminal(text) !== undefined) return "a character acts in the terminal";
        if (tooWide(text, width)) return "a line is wider than the terminal";
      }
      if (actingInTerminal(renderTerminal(value)) !== undefined) return "a character acts in a pipe";
      if (actingInPage(renderHtml(value)).length > 0) return "an element acts in a page";
      renderPage(value);
      if (lineBreaks.test(modelText(value))) return "a text for a model starts a line of its own";
      return undefined;
    },
  });
  expect(findings).toEqual([]);
});
