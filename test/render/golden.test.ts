import { stripVTControlCharacters } from "node:util";
import { renderTerminal } from "@toolkiln/render/terminal";
import { describe, expect, it } from "vitest";
import { sampleResults } from "./sample-results.js";

describe.each(Object.entries(sampleResults))("%s in a terminal", (name, result) => {
  it.each([40, 80, 160])("is laid out for %i columns", async (width) => {
    const text = renderTerminal(result, { width });
    await expect(`${text}\n`).toMatchFileSnapshot(`golden/${name}.${width}.txt`);
  });

  it.each([40, 80, 160])("has the same text with colours at %i columns", async (width) => {
    const text = renderTerminal(result, { width, color: true });
    await expect(`${text}\n`).toMatchFileSnapshot(`golden/${name}.${width}.ansi`);
    const plain = stripVTControlCharacters(text).replaceAll(/ +$/gm, "");
    expect(plain).toBe(renderTerminal(result, { width }));
  });
});
