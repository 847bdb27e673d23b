import { afterAll, beforeAll, expect, it } from "vitest";
import { writeCompleteProject } from "../../../generator/support/complete-project.js";
import { ScratchProject, strictestFlags } from "../../../generator/support/scratch-project.js";

const { isolatedDeclarations: _since55, erasableSyntaxOnly: _since58, ...flags } = strictestFlags;
const project = new ScratchProject();
let include: readonly string[];
beforeAll(async () => {
  include = await writeCompleteProject(project);
});
afterAll(() => project.remove());

it.each([
  ["typescript-5.4", flags],
  ["typescript-5.9", { ...flags, erasableSyntaxOnly: true }],
  ["typescript-6", { ...flags, erasableSyntaxOnly: true }],
])("%s compiles a project that uses every feature", (compiler, options) => {
  expect(project.compile(options, include, `test/full/node_modules/${compiler}`)).toEqual([]);
});
