import { dirname, join } from "node:path/posix";
import { ts } from "ts-morph";
import { describe, expect, it } from "vitest";
import { importsOf, packageFolders, sourceFiles, type SourceFile } from "../support/source-files.js";

const files = [...packageFolders, "generated"].flatMap((folder) => sourceFiles(folder));
const written = files.filter(({ folder }) => folder !== "generated");
const checked = files.filter(({ path }) => !path.endsWith(".validator.ts"));

describe("every shipped source", () => {
  it("is found", () => {
    expect(written.length).toBeGreaterThan(50);
  });

  it("does not use `any`", () => {
    expect(places(checked, (node) => node.kind === ts.SyntaxKind.AnyKeyword)).toEqual([]);
  });

  it("exports by name, without `export *`", () => {
    const stars = places(files, (node) => ts.isExportDeclaration(node) && node.exportClause === undefined);
    expect(stars).toEqual([]);
  });

  it("has no default export", () => {
    const isDefault = (node: ts.Node) =>
      ts.isExportAssignment(node) ||
      (node.kind === ts.SyntaxKind.DefaultKeyword &&
        (ts.isClassDeclaration(node.parent) || ts.isFunctionDeclaration(node.parent)));
    expect(places(files, isDefault)).toEqual([]);
  });

  it("has no await at the top level, so that CommonJS can require it", () => {
    const isTopLevelAwait = (node: ts.Node) =>
      (ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier !== undefined)) &&
      ts.findAncestor(node, ts.isFunctionLike) === undefined;
    expect(places(files, isTopLevelAwait)).toEqual([]);
  });

  it("suppresses no compiler or lint check", () => {
    const silenced = checked.filter(({ tree }) =>
      /^\s*\/[/*].*(@ts-(ignore|expect-error|nocheck)|(ox|es)lint-disable)/m.test(tree.text),
    );
    expect(silenced.map(({ path }) => path)).toEqual([]);
  });

  it("has a specific name, not utils or helpers", () => {
    const vague = written.filter(({ path }) => /\/(utils?|helpers?|misc|common)\.tsx?$/.test(path));
    expect(vague.map(({ path }) => path)).toEqual([]);
  });

  it("is not part of an import cycle", () => {
    expect(cycles(written)).toEqual([]);
  });
});

describe("the stages of the generator", () => {
  it("import only types and earlier stages", () => {
    const stages = new Set(["read", "lint", "lower", "emit", "print"]);
    const known: Readonly<Record<string, readonly string[]>> = {
      lint: ["read"],
      lower: ["read", "lint"],
      print: ["emit"],
    };
    const crossings = sourceFiles("generator").flatMap((file) => {
      const stage = file.path.split("/")[1] ?? "";
      return importsOf(file)
        .filter(({ typeOnly, specifier }) => !typeOnly && specifier.startsWith("."))
        .map(({ specifier }) => join(dirname(file.path), specifier))
        .filter((target) => {
          const other = target.split("/")[1] ?? "";
          return stages.has(stage) && stages.has(other) && other !== stage && !known[stage]?.includes(other);
        })
        .map((target) => `${file.path} → ${target}`);
    });
    expect(crossings).toEqual([]);
  });
});

function places(among: readonly SourceFile[], matches: (node: ts.Node) => boolean): string[] {
  const found: string[] = [];
  for (const { path, tree } of among) {
    const visit = (node: ts.Node): void => {
      if (matches(node))
        found.push(`${path}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return found;
}

/** Cycles of the static imports that remain when types are erased. */
function cycles(among: readonly SourceFile[]): string[] {
  const edges = new Map(
    among.map((file) => [
      file.path,
      importsOf(file)
        .filter(({ specifier, dynamic, typeOnly }) => specifier.startsWith(".") && !dynamic && !typeOnly)
        .map(({ specifier }) => join(dirname(file.path), specifier).replace(/\.js$/, ".ts")),
    ]),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
    if (done.has(path) || trail.includes(path)) return;
    for (const next of edges.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) walk(path, []);
  return found;
}
