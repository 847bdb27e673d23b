import { describe, expect, it } from "vitest";
import { FailureError } from "../../tools/support/failure-error.js";
import { globMatcher } from "../../tools/support/glob.js";
import { dataOf, workbench } from "./workbench.js";

/** The result of a matcher; "gave up" if it times out. */
function answerOf(match: () => boolean): boolean | "gave up" {
  try {
    return match();
  } catch (error) {
    if (error instanceof FailureError) return "gave up";
    throw error;
  }
}

describe("a glob", () => {
  it.each([
    "([a-z]+)+!",
    "(a|aa)+!",
    "(a*)*!",
    "[a-z]+[a-z]+[a-z]+[a-z]+[a-z]+[a-z]+[a-z]+[a-z]+!",
    "{a,aa}+!",
    "{a,{a,aa}}+!",
    "((((a+)+)+)+)+!",
    "@(a|aa)+!",
    "+(a|aa)!",
    "*(a|aa)!",
    "!(a|aa)+!",
    "(?:a+)+!",
    "(?=(a+)+!)a",
    "a|(a+)+!",
    "[[:alpha:]]+[[:alpha:]]+!",
    "**/a/**/a/**/a/**/a/**/a/**/b",
    "*a*a*a*a*a*a*a*a*a*a*b",
    "\\(a+\\)+!",
  ])("never blocks the process: %s", (pattern) => {
    const matches = globMatcher(pattern);
    const answers = ["a".repeat(200), "a/".repeat(1000), `${"a".repeat(100)}/${"a".repeat(100)}`].map(
      (path) => answerOf(() => matches(path)),
    );
    expect(["gave up", pattern.startsWith("!")]).toEqual(expect.arrayContaining(answers));
  });

  it.each([
    ["app/(group)/*.tsx", "app/(group)/page.tsx"],
    ["c++/*.h", "c++/a.h"],
    ["a|b.txt", "a|b.txt"],
    ["\\(a\\).txt", "(a).txt"],
    ["[ab]+.txt", "a+.txt"],
    ["[^a].txt", "b.txt"],
    ["{a,b}/**", "b/c/d.txt"],
    ["**/*.{ts,tsx}", "src/a.tsx"],
    ["src/**/?.ts", "src/x/y/z.ts"],
    ["$[a-c]^.txt", "$b^.txt"],
  ])("%s matches %s", (pattern, path) => {
    expect(globMatcher(pattern)(path)).toBe(true);
  });

  it("finds files whose names have brackets", async () => {
    using bench = workbench({ "app/(group)/[id]/page.tsx": "", "app/other.tsx": "" });
    const { entries } = dataOf(await bench.run("file-search", { pattern: "app/(group)/**" }));
    expect(entries.map(({ name }) => name)).toEqual(["app/(group)/[id]/page.tsx"]);
  });
});
