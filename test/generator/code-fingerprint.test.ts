import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { codeFingerprint } from "../../generator/cache/code-fingerprint.js";
import { repositoryRoot } from "../support/repository.js";

const libraries = ["ajv", "ajv-formats", "yaml", "@toolkiln/providers", "@toolkiln/runtime"];

it.each(libraries)("the fingerprint of the code includes the package.json of %s", (library) => {
  const { size, mtimeMs } = statSync(join(repositoryRoot, "node_modules", library, "package.json"));
  expect(codeFingerprint().split(",")).toContain(`${size}-${mtimeMs}`);
});
