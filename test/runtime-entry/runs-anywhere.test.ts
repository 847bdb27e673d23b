import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { bundleSource } from "./bundle-source.js";
import { expectedFindings } from "./expected-findings.js";

describe("the runtime, bundled for a neutral platform", () => {
  let code = "";
  beforeAll(async () => {
    code = await bundleSource("probe.ts");
  });

  it("imports no Node modules and contains no eval", async () => {
    // Minified, so that comments that mention these names do not match.
    for (const path of ["probe.ts", "../../runtime/index.ts"]) {
      const text = await bundleSource(path, true);
      expect(text).not.toMatch(/["']node:/);
      expect(text).not.toMatch(/\bimport\s*\(|\brequire\s*\(|\beval\s*\(|\bnew Function\b/);
    }
  });

  it("runs in Node without code generation from strings", async () => {
    const folder = await mkdtemp(join(tmpdir(), "toolkiln-entry-"));
    try {
      await writeFile(join(folder, "probe.mjs"), code);
      await writeFile(
        join(folder, "main.mjs"),
        'import { probe } from "./probe.mjs";\nconsole.log(JSON.stringify(await probe()));\n',
      );
      const run = promisify(execFile);
      const { stdout } = await run(process.execPath, [
        "--disallow-code-generation-from-strings",
        join(folder, "main.mjs"),
      ]);
      expect(JSON.parse(stdout)).toEqual(expectedFindings);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
