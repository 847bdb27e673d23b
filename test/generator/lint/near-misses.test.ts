import { describe, expect, it } from "vitest";
import { diagnosticsOf } from "../support/manifests.js";

const ownKeywords = ["x-path", "x-sensitive", "x-inject", "x-renamed-from", "x-use-instead"];

/** Every misspelling with one typo: a character left out, doubled, replaced, in upper case, or swapped with the next. */
function slips(word: string): string[] {
  const made = Array.from(word, (character, index) => {
    const [before, after] = [word.slice(0, index), word.slice(index + 1)];
    const next = after.slice(0, 1);
    return [
      before + after,
      before + character + character + after,
      `${before}q${after}`,
      before + character.toUpperCase() + after,
      before + next + character + after.slice(1),
    ];
  });
  return [...new Set(made.flat())].filter((text) => text !== word);
}

async function errorsOf(keyword: string): Promise<string[]> {
  const schema = { properties: { a: { type: "string", description: "A text.", [keyword]: true } } };
  return (await diagnosticsOf(`schema: ${JSON.stringify(schema)}`))
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code} ${/Did you mean .*/.exec(message)?.[0] ?? message}`);
}

describe("a misspelled toolkiln keyword", () => {
  it.each(ownKeywords)("is an error with a suggestion if it has one typo: %s", async (keyword) => {
    const missed: string[] = [];
    for (const slip of slips(keyword)) {
      const errors = await errorsOf(slip);
      if (!errors.includes(`TK3003 Did you mean \`${keyword}\`?`)) missed.push(slip);
    }
    expect(missed).toEqual([]);
  });

  it.each([
    "x-object",
    "x-order",
    "x-internal",
    "x-example",
    "x-renamed-to",
    "x-nullable",
    "x-go-type",
    "x-enum-varnames",
    "x-parent",
    "x-oai-meta",
  ])("is a custom keyword if it differs more: %s", async (keyword) => {
    expect(await errorsOf(keyword)).toEqual([]);
  });
});

describe("unknown keys", () => {
  it.each([
    ["targets: { claude: { description: Read. } }", "`claude` is not a key of `targets`."],
    ["targets: { OpenAI: { description: Read. } }", "Did you mean `openai`?"],
    ["tests: [{ title: a, params: {}, expect: { result: {} } }]", "`result` is not a key of"],
    ["tests: [{ title: a, params: {}, expect: { Success: true } }]", "Did you mean `success`?"],
  ])("are errors: %s", async (example, message) => {
    const found = await diagnosticsOf(example);
    expect(found).toEqual([expect.objectContaining({ code: "TK2003", severity: "error" })]);
    expect(found[0]?.message).toContain(message);
  });

  it("of `targets` that begin with `x-` are custom providers", async () => {
    expect(await diagnosticsOf("targets: { x-gateway: { wireName: read } }")).toEqual([]);
  });
});
