import { describe, expect, it } from "vitest";
import { compilerMisfit, type PackageType } from "../../packages/cli/init/compiler-misfit.js";
import { readCompilerOptions } from "../../packages/cli/init/compiler-options.js";

function misfit(options: object, type: PackageType, typescript?: string): string | undefined {
  return compilerMisfit(options, type, typescript)?.message;
}

describe("a compiler", () => {
  it.each<[object, PackageType, string]>([
    [{ module: "nodenext" }, "module", "5.4.5"],
    [{ module: "nodenext" }, "commonjs", "5.8.0"],
    [{ module: "nodenext" }, undefined, "7.0.2"],
    [{ module: "node20" }, "commonjs", "5.9.3"],
    [{ module: "node16", verbatimModuleSyntax: true }, "module", "5.4.5"],
    [{ module: "commonjs", moduleResolution: "node10" }, "commonjs", "5.4.5"],
    [{}, "commonjs", "5.9.3"],
    [{ module: "commonjs" }, undefined, "6.0.3"],
    [{ module: "esnext", moduleResolution: "bundler", verbatimModuleSyntax: true }, "commonjs", "5.4.5"],
    [{ module: "esnext" }, "module", "6.0.3"],
    [{ module: "preserve" }, undefined, "5.9.3"],
    [{ module: "commonjs", noEmit: true }, "module", "5.9.3"],
  ])("fits with %j in a package of type %s under TypeScript %s", (options, type, typescript) => {
    expect(misfit(options, type, typescript)).toBeUndefined();
  });

  it.each<[object, PackageType, string, string]>([
    [{ module: "esnext" }, "module", "5.9.3", "classic module resolution"],
    [{ target: "es2022" }, undefined, "5.9.3", "classic module resolution"],
    [{ module: "commonjs", moduleResolution: "classic" }, "commonjs", "5.9.3", "classic module resolution"],
    [{ module: "node16" }, "commonjs", "7.0.2", "refuses to require ES modules"],
    [{ module: "nodenext" }, undefined, "5.7.3", "before TypeScript 5.8 refuses to require"],
    [
      { module: "nodenext", verbatimModuleSyntax: true },
      "commonjs",
      "5.9.3",
      "`verbatimModuleSyntax` refuses",
    ],
    [{ module: "commonjs" }, "module", "5.9.3", "writes CommonJS"],
  ])("does not fit with %j in a package of type %s under TypeScript %s", (options, type, typescript, why) => {
    expect(misfit(options, type, typescript)).toContain(why);
  });
});

describe("a tsconfig", () => {
  const read = (files: Readonly<Record<string, string>>) =>
    readCompilerOptions((path) => (Object.hasOwn(files, path) ? files[path] : undefined));

  it("has the options of what it extends, by a way or from a package, later ones first", () => {
    expect(
      read({
        "tsconfig.json": `{ "extends": ["@tsconfig/node20", "./config/base.json"], "compilerOptions": { "noEmit": true } }`,
        "../node_modules/@tsconfig/node20/tsconfig.json": `{ "compilerOptions": { "module": "Node16", "target": "ES2022" } }`,
        "config/base.json": `{ "extends": "../root", /* more */ "compilerOptions": { "module": "NodeNext", } }`,
        "root.json": `{ "compilerOptions": { "verbatimModuleSyntax": true, "module": "commonjs" } }`,
      }),
    ).toEqual({ module: "nodenext", target: "es2022", verbatimModuleSyntax: true, noEmit: true });
  });

  it("may extend what is missing, or itself", () => {
    expect(read({ "tsconfig.json": `{ "extends": "./tsconfig.json" }` })).toMatchObject({ noEmit: false });
    expect(read({ "tsconfig.json": `{ "extends": "nowhere/else" }` })).toMatchObject({ noEmit: false });
    expect(read({})).toBeUndefined();
  });
});
