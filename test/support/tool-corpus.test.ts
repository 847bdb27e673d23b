import { describe, expect, it } from "vitest";
import { toolCorpus } from "./tool-corpus.js";

const corpus = toolCorpus(7, 526);
const parameters = corpus.flatMap(({ inputSchema }) => Object.values(inputSchema.properties ?? {}));
const share = (part: number, whole: number): number => Math.round((part / whole) * 100) / 100;

describe("the generated tool definitions", () => {
  it("depend only on the seed", () => {
    expect(toolCorpus(7, 526)).toEqual(corpus);
    expect(toolCorpus(8, 526)).not.toEqual(corpus);
  });

  it("have unique names", () => {
    expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
  });

  it("have about as many parameters, enums and characters as those of public servers", () => {
    const text = corpus.map(({ description }) => description.length);
    expect(parameters.length / corpus.length).toBeGreaterThan(2.8);
    expect(parameters.length / corpus.length).toBeLessThan(3.8);
    const withEnum = corpus.filter(({ inputSchema }) => JSON.stringify(inputSchema).includes('"enum"'));
    expect(share(withEnum.length, corpus.length)).toBeGreaterThan(0.2);
    expect(share(withEnum.length, corpus.length)).toBeLessThan(0.35);
    expect(text.reduce((sum, length) => sum + length, 0) / text.length).toBeGreaterThan(90);
    expect(text.reduce((sum, length) => sum + length, 0) / text.length).toBeLessThan(150);
  });

  it.each(["$ref", "pattern", "format", "minimum", "maxLength"])(
    "contain %s rarely by default, and often with the option `emphasis`",
    (keyword) => {
      const countWith = (tools: typeof corpus) =>
        tools.filter(({ inputSchema }) => JSON.stringify(inputSchema).includes(`"${keyword}":`)).length;
      expect(share(countWith(corpus), corpus.length)).toBeLessThan(0.05);
      expect(countWith(toolCorpus(7, 60, { emphasis: 40 }))).toBeGreaterThan(2);
    },
  );
});
