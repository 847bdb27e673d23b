import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The files that a bundled module loads before it runs. */
function loadedWith(file: URL, loaded: Set<string> = new Set()): ReadonlySet<string> {
  if (loaded.has(file.href)) return loaded;
  loaded.add(file.href);
  const code = readFileSync(file, "utf8");
  for (const [, specifier = ""] of code.matchAll(/^(?:import|export)\b[^;]*?"(\.[^"]+)"/gm))
    loadedWith(new URL(specifier, file), loaded);
  return loaded;
}

it("importing the generator's entry loads few files, without Ajv and YAML", () => {
  const entry = new URL("../../generator/dist/index.js", import.meta.url);
  const files = [...loadedWith(entry)];
  expect(files.length).toBeGreaterThan(2);
  expect(files.length).toBeLessThan(6);
  const libraries = files.filter((file) =>
    /node_modules\/(?:ajv|yaml)\//.test(readFileSync(new URL(file), "utf8")),
  );
  expect(libraries).toEqual([]);
});
