import { posix } from "node:path";

/** The manifest of the tool that a new project starts with. */
export function exampleManifest(manifests: string, schemaPath: string): string {
  const schema = posix.relative(manifests, schemaPath);
  return `# yaml-language-server: $schema=${schema}
id: word-count
description: |
  Count the lines, words and characters of a text. Use it when a length is asked for or limited.
category: custom
risk: safe
tags: [text]
executionSummary: "Count the words of '{text}'"
schema:
  properties:
    text: { type: string, description: The text to count. }
    unique: { type: boolean, default: false, description: Count each word once. }
  required: [text]
result:
  kind: text.statistics
  data:
    type: object
    additionalProperties: false
    properties:
      lines: { type: integer, minimum: 0, description: Number of lines. }
      words: { type: integer, minimum: 0, description: Number of words. }
      characters: { type: integer, minimum: 0, description: "Number of characters, as people count them." }
    required: [lines, words, characters]
  display: { preferredView: tree }
examples:
  - { title: Count a sentence, params: { text: To be or not to be } }
tests:
  - title: counts words
    params: { text: to be or not to be }
    expect: { success: true, data: { words: 6, lines: 1 } }
  - title: counts each word once
    params: { text: to be or not to be, unique: true }
    expect: { success: true, data: { words: 4 } }
hints: { idempotent: true, openWorld: false }
`;
}

/** Its implementation. */
export function exampleImplementation(tools: string, out: string): string {
  const contract = posix.relative(tools, `${out}/tools/word-count.js`);
  return `import { wordCount } from "${contract}";

// The parameters and what has to be returned are typed by manifests/word-count.tool.yaml.
export const tool = wordCount.implement(async ({ text, unique }) => {
  const words = text.split(/\\s+/).filter((word) => word !== "");
  return {
    lines: text === "" ? 0 : text.split("\\n").length,
    words: unique ? new Set(words).size : words.length,
    characters: [...text].length,
  };
});
`;
}

/** A test that calls it as an application does. */
export const exampleTest: string = `import assert from "node:assert/strict";
import { test } from "node:test";
import { ToolExecutor } from "@toolkiln/runtime";
import { registry } from "../generated/registry.js";

const executor = new ToolExecutor(registry.subset(["word-count"]));

test("counts the words of a text", async () => {
  const { status, result } = await executor.execute("word-count", { text: "one two\\nthree" });
  assert.equal(status, "completed");
  assert.ok(result.success);
  assert.deepEqual(result.data, { lines: 2, words: 3, characters: 13 });
});

test("refuses what its manifest does not allow", async () => {
  const { status } = await executor.dispatch("word-count", { text: 5 });
  assert.equal(status, "invalid");
});
`;
