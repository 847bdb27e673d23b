import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { manifest, project, toolkilnHere } from "./command-line.js";

it("writes the reference, and check reports when it is stale", async () => {
  const cwd = project({
    "package.json": `{ "type": "module" }`,
    "manifests/hello.tool.yaml": manifest("hello"),
    "tools/hello.ts": `import { hello } from "../generated/tools/hello.js";
export const tool = hello.implement(async ({ who }) => ({ content: who }));`,
  });
  expect((await toolkilnHere(["generate"], { cwd })).code).toBe(0);
  expect(await toolkilnHere(["docs"], { cwd })).toMatchObject({
    code: 0,
    stderr: "1 tool, 4 reference files written or deleted.\n",
  });
  expect(existsSync(join(cwd, "docs/tools/index.html"))).toBe(true);
  expect((await toolkilnHere(["check"], { cwd })).code).toBe(0);
  writeFileSync(join(cwd, "docs/tools/tools/hello.md"), readFileSync(join(cwd, "docs/tools/index.md")));
  const stale = await toolkilnHere(["check"], { cwd });
  expect(stale.code).toBe(1);
  expect(stale.stderr).toContain(
    "docs/tools/tools/hello.md:1:1  error  TK6001 stale\n  The page is out of date.",
  );
  expect(stale.stderr).toContain("1 error. Run `toolkiln docs`.");
});

it("does not overwrite pages that it did not write", async () => {
  const cwd = project({ "manifests/hello.tool.yaml": manifest("hello"), "docs/tools/index.html": "Mine." });
  const { code, stderr } = await toolkilnHere(["docs"], { cwd });
  expect(code).toBe(1);
  expect(stderr).toContain(
    "docs/tools/index.html:1:1  error  TK6005 foreign-file\n  The file was not written by `toolkiln docs`.\n\n  help: Move it,",
  );
  expect(existsSync(join(cwd, "docs/tools/index.md"))).toBe(false);
});
