import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { ToolContract } from "@toolkiln/runtime";
import { ScratchProject, strictestFlags } from "./support/scratch-project.js";

const project = new ScratchProject();
afterAll(() => project.remove());

it("compiles and runs code that an earlier version generated", async () => {
  for (const name of ["image-read.ts", "image-read.validator.ts"])
    project.write(
      `tools/${name}`,
      readFileSync(join(import.meta.dirname, `earlier-code/${name}.txt`), "utf8"),
    );
  expect(project.compile(strictestFlags, ["tools/*.ts"])).toEqual([]);
  const module: unknown = await import(join(project.root, "tools/image-read.ts"));
  const { imageRead } = module as { imageRead: ToolContract<unknown, object, unknown> };
  expect(await imageRead.checkInput({ path: "" })).toMatchObject({
    valid: false,
    errors: [{ parameterName: "path", message: 'expected a string with 1 to 4096 characters, got "".' }],
  });
  const checked = await imageRead.checkInput({ path: ".env" });
  expect(checked).toMatchObject({ valid: true, params: { path: ".env" } });
  expect(await imageRead.matchRules(checked.valid ? checked.params : {})).toHaveLength(1);
});
