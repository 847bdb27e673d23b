import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { analyze, defaultConfig, formatDiagnostic, generate, memoryHost } from "@toolkiln/generator";
import { ts } from "ts-morph";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { workspaces } from "../support/packed-packages.js";
import { repositoryRoot, scratchFolder } from "../support/repository.js";
import { codeBlocks, type CodeBlock } from "./code-blocks.js";

const scratch = scratchFolder("docs");
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("the documentation's TypeScript", () => {
  it("compiles against the packages and what the manifests beside it generate", async () => {
    const blocks = codeBlocks("ts", "typescript");
    expect(blocks.length).toBeGreaterThan(15);
    const known = exportedNames();
    for (const block of blocks) write(`${block.page}.${block.line}.ts`, asModule(block, known));
    for (const [path, text] of await generatedFiles()) write(path, text);
    expect(compile()).toBe("");
  }, 120_000);
});

describe("the documentation's YAML", () => {
  const blocks = codeBlocks("yaml", "yml");

  it("is there", () => {
    expect(blocks.length).toBeGreaterThan(4);
  });

  it.each(blocks.map((block): [string, CodeBlock] => [`${block.page}:${block.line}`, block]))(
    "of %s is what the linter takes",
    async (_, block) => {
      const text = asManifest(block);
      const { id } = parse(text) as { id: string };
      const file = `manifests/${id}.tool.yaml`;
      const { diagnostics } = await analyze(memoryHost(new Map([[file, text]])), defaultConfig);
      expect(diagnostics.map((found) => formatDiagnostic(found, () => text)).join("\n")).toBe("");
    },
  );
});

function write(path: string, contents: string): void {
  const file = join(scratch, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, contents);
}

/** The contracts of the manifests that the pages show, except for those that this repository has itself. */
async function generatedFiles(): Promise<[string, string][]> {
  const shown = codeBlocks("yaml", "yml").filter(({ code }) => /^id:/m.test(code));
  const named = shown.map(({ code }): [string, string] => [(parse(code) as { id: string }).id, code]);
  const files = new Map(
    named
      .filter(([id]) => !existsSync(join(repositoryRoot, "manifests", `${id}.tool.yaml`)))
      .map(([id, code]) => [`manifests/${id}.tool.yaml`, code]),
  );
  await generate({ host: memoryHost(files), config: defaultConfig });
  return [...files].filter(([path]) => path.startsWith("generated/tools/"));
}

/** What an example may take for granted. */
function exportedNames(): Set<string> {
  const file = join(repositoryRoot, "test/docs/surroundings.ts");
  const tree = ts.createSourceFile(file, ts.sys.readFile(file) ?? "", ts.ScriptTarget.Latest, true);
  const names = tree.statements.flatMap((statement) => {
    if (
      ts.isExportDeclaration(statement) &&
      statement.exportClause &&
      ts.isNamedExports(statement.exportClause)
    )
      return statement.exportClause.elements.map(({ name }) => name.text);
    const exported = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.length;
    return exported ? namesIn(statement) : [];
  });
  return new Set(names);
}

/** The names that a statement declares. */
function namesIn(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    const bound = (name: ts.BindingName): string[] =>
      ts.isIdentifier(name)
        ? [name.text]
        : name.elements.flatMap((element) => (ts.isBindingElement(element) ? bound(element.name) : []));
    return statement.declarationList.declarations.flatMap(({ name }) => bound(name));
  }
  if (ts.isImportDeclaration(statement)) {
    const bindings = statement.importClause?.namedBindings;
    return bindings && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name.text) : [];
  }
  return (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name
    ? [statement.name.text]
    : [];
}

/** The example as a module whose lines have the numbers that they have in the page. */
function asModule({ code, line, page }: CodeBlock, known: ReadonlySet<string>): string {
  const tree = ts.createSourceFile("example.ts", code, ts.ScriptTarget.Latest, true);
  const declared = new Set(tree.statements.flatMap(namesIn));
  const used = new Set<string>();
  let returns = false;
  const visit = (node: ts.Node, inFunction: boolean): void => {
    if (ts.isIdentifier(node)) used.add(node.text);
    if (ts.isReturnStatement(node) && !inFunction) returns = true;
    ts.forEachChild(node, (child) => visit(child, inFunction || ts.isFunctionLike(node)));
  };
  visit(tree, false);
  const taken = [...used].filter((name) => known.has(name) && !declared.has(name));
  const surroundings = relative(dirname(join(scratch, page)), join(repositoryRoot, "test/docs"));
  const imports = `import { ${taken.join(", ")} } from "${surroundings}/surroundings.js";`;
  const body = returns ? `export async function example() {\n${code}\n}` : `export {};\n${code}`;
  return `${"\n".repeat(line - 1)}${imports} ${body}`;
}

/** What the compiler says about the examples, with the pages' own lines. */
function compile(): string {
  const way = relative(scratch, repositoryRoot);
  write("package.json", '{ "type": "module" }');
  write(
    "tsconfig.json",
    JSON.stringify({
      extends: join(way, "test/tsconfig.json"),
      compilerOptions: {
        rootDir: way,
        // Examples import what a project of theirs would hold: `./generated/registry.js`.
        rootDirs: [".", "docs", ...workspaces(), way],
        typeRoots: [join(way, "node_modules/@types")],
        allowUnreachableCode: true,
        noUnusedLocals: false,
        noUnusedParameters: false,
      },
      include: ["**/*.ts"],
      exclude: [],
    }),
  );
  const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", ".", "--pretty", "false"], {
    cwd: scratch,
    encoding: "utf8",
  });
  return stdout + stderr;
}

/** A whole manifest around an example that shows a part of one: some of its keys, or some parameters. */
function asManifest({ code, page, line }: CodeBlock): string {
  const shown = parse(code) as Readonly<Record<string, unknown>>;
  if ("id" in shown) return code;
  const surroundings = [
    "id: example",
    "description: A tool that an example of the documentation is a part of.",
    "category: custom",
    "risk: safe",
    "schema:\n  properties: { path: { type: string, description: A file of the workspace. } }",
    "result: file_content",
  ];
  const keys = surroundings.map((entry) => entry.slice(0, entry.indexOf(":")));
  if (Object.keys(shown).some((key) => keys.includes(key) || ["concurrency", "rules", "tests"].includes(key)))
    return [...surroundings.filter((_, index) => !((keys[index] ?? "") in shown)), code, ""].join("\n");
  const isSchema = (value: unknown): boolean =>
    typeof value === "object" && value !== null && "type" in value;
  if (!Object.values(shown).every(isSchema))
    throw new Error(
      `${page}:${line} is neither a manifest, nor keys of one, nor parameters: say here what it is.`,
    );
  const properties = code.replaceAll(/^/gm, "    ");
  const others = surroundings.filter((entry) => !entry.startsWith("schema:"));
  return [...others, "schema:\n  properties:", properties, ""].join("\n");
}
