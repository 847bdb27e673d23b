import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";
import { adversarialCases, sharedCases } from "../support/shared-cases.js";

/** Where the cases of a group are tried, each under its id. */
const triedIn = [
  ["manifest-parsing", "test/generator/lint/adversarial-cases.test.ts"],
  ["schema", "test/generator/lint/adversarial-cases.test.ts"],
  ["naming", "test/generator/lint/adversarial-cases.test.ts"],
  ["envelope-serialisation", "test/runtime/envelope/cases-from-outside.test.ts"],
  ["mcp-server", "test/mcp/adversarial-cases.test.ts"],
] as const;

describe.skipIf(sharedCases === undefined)("the adversarial cases", () => {
  it.each(triedIn)("of the group %s are all tried in %s", (group, file) => {
    const text = readFileSync(join(repositoryRoot, file), "utf8");
    const ids = adversarialCases(group).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter((id) => !new RegExp(`\\b${id}\\b`).test(text))).toEqual([]);
  });
});
