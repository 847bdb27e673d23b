import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Node, Project, type Node as SyntaxNode } from "ts-morph";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";

const page = readFileSync(join(repositoryRoot, "docs/design-origins.md"), "utf8");
const names = page
  .split("\n")
  .filter((line) => line.startsWith("- `"))
  .flatMap((line) => [...(line.split(": ")[1] ?? "").matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name));

const project = new Project({ tsConfigFilePath: join(repositoryRoot, "runtime/tsconfig.json") });
const entries = [
  "index.ts",
  "node/index.ts",
  "validator/index.ts",
  "testing/index.ts",
  "kinds/index.ts",
  "vocabulary.ts",
];
const exported = new Map<string, readonly SyntaxNode[]>(
  entries.flatMap((entry) => [
    ...(project.getSourceFile(join(repositoryRoot, "runtime", entry))?.getExportedDeclarations() ?? []),
  ]),
);

function hasMember(declaration: SyntaxNode, member: string): boolean {
  const isStatic = Node.isClassDeclaration(declaration) && declaration.getStaticMember(member) !== undefined;
  return isStatic || declaration.getType().getProperty(member) !== undefined;
}

describe("the names of docs/design-origins.md", () => {
  it("are found", () => {
    expect(names.length).toBeGreaterThan(40);
    expect(exported.size).toBeGreaterThan(100);
  });

  it.each([...new Set(names)])("%s is public", (name) => {
    const [first = "", member] = name.split(".");
    const declarations = exported.get(first) ?? [];
    expect(declarations.some((one) => member === undefined || hasMember(one, member))).toBe(true);
  });
});
