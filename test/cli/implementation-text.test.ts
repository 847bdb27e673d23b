import { implementationText, moduleSpecifier } from "@toolkiln/generator";
import { defaultConfig } from "@toolkiln/generator/config";
import { wellKnownKinds } from "@toolkiln/runtime/kinds";
import { ts } from "ts-morph";
import { expect, it } from "vitest";
import { placeholderFor } from "../../packages/cli/authoring/source-texts.js";

type Run = (params: object) => Promise<unknown>;

/** The function that a scaffolded implementation passes to its contract. */
async function scaffolded(kind: string | undefined): Promise<Run> {
  const parts = kind === undefined ? {} : placeholderFor(kind);
  const text = implementationText({ contract: "doIt", file: "do-it" }, defaultConfig, parts);
  const alone = text.replace(/^import .*$/m, "const doIt = { implement: (run) => run };");
  const code = ts.transpile(alone, { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 });
  const { tool } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { tool: Run };
  return tool;
}

it.each([...wellKnownKinds, undefined])(
  "does not include parameter values in the result or error of a new tool of kind %s",
  async (kind) => {
    const run = await scaffolded(kind);
    const outcome = await run({ password: "hunter2", database: { url: "hunter2" } }).catch(String);
    expect(JSON.stringify(outcome)).not.toContain("hunter2");
    expect(JSON.stringify(outcome)).toContain(kind === undefined ? "not implemented yet" : "password");
  },
);

it("imports from a hidden folder by a relative path", () => {
  expect(moduleSpecifier("src", "src/.generated/tools/do-it", defaultConfig)).toBe(
    "./.generated/tools/do-it.js",
  );
  expect(moduleSpecifier("src/tools", "src/.generated/tools/do-it", defaultConfig)).toBe(
    "../.generated/tools/do-it.js",
  );
});
