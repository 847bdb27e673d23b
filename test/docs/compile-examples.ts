import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { defaultConfig, generate, memoryHost } from "@toolkiln/generator";
import { ts } from "ts-morph";
import { parse } from "yaml";
import { workspaces } from "../support/packed-packages.js";
import { repositoryRoot, scratchFolder } from "../support/repository.js";
import { codeBlocks, type CodeBlock } from "./code-blocks.js";

/** The names that examples take for granted, and those of the SDKs that `npm run test:full` installs. */
const surroundings = "test/docs/surroundings.ts";
const surroundingsWithSdks = "test/full/docs/surroundings.ts";

/** Compiles the TypeScript examples that use the SDKs of providers, or those that do not. */
export async function compileExamples(
  group: "with SDKs" | "without SDKs",
): Promise<{ compiled: number; output: string }> {
  const scratch = scratchFolder("docs");
  try {
    const ofSdks = exportedNames(surroundingsWithSdks);
    const withSdks = group === "with SDKs";
    const known = new Set([...exportedNames(surroundings), ...(withSdks ? ofSdks : [])]);
    const module = withSdks ? surroundingsWithSdks : surroundings;
    const examples = codeBlocks("ts", "typescript")
      .map(parseExample)
      .filter(({ used }) => [...used].some((name) => ofSdks.has(name)) === withSdks);
    for (const example of examples) {
      const path = `${example.block.page}.${example.block.line}.ts`;
      const way = relative(dirname(join(scratch, path)), join(repositoryRoot, module));
      write(scratch, path, asModule(example, known, way));
    }
    for (const [path, text] of await generatedFiles()) write(scratch, path, text);
    return { compiled: examples.length, output: compile(scratch) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function write(scratch: string, path: string, contents: string): void {
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
function exportedNames(module: string): Set<string> {
  const file = join(repositoryRoot, module);
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

/** An example, and what it does not declare itself. */
interface ParsedExample {
  readonly block: CodeBlock;
  readonly used: ReadonlySet<string>;
  /** Whether it is the end of a function. */
  readonly returns: boolean;
}

function parseExample(block: CodeBlock): ParsedExample {
  const tree = ts.createSourceFile("example.ts", block.code, ts.ScriptTarget.Latest, true);
  const used = new Set<string>();
  let returns = false;
  const visit = (node: ts.Node, inFunction: boolean): void => {
    if (ts.isIdentifier(node)) used.add(node.text);
    if (ts.isReturnStatement(node) && !inFunction) returns = true;
    ts.forEachChild(node, (child) => visit(child, inFunction || ts.isFunctionLike(node)));
  };
  visit(tree, false);
  for (const name of tree.statements.flatMap(namesIn)) used.delete(name);
  return { block, used, returns };
}

/** The example as a module whose lines have the numbers that they have in the page. */
function asModule(
  { block: { code, line }, used, returns }: ParsedExample,
  known: ReadonlySet<string>,
  module: string,
): string {
  const taken = [...used].filter((name) => known.has(name));
  const imports = `import { ${taken.join(", ")} } from "${module.replace(/\.ts$/, ".js")}";`;
  const body = returns ? `export async function example() {\n${code}\n}` : `export {};\n${code}`;
  return `${"\n".repeat(line - 1)}${imports} ${body}`;
}

/** What the compiler says about the examples, with the pages' own lines. */
function compile(scratch: string): string {
  const way = relative(scratch, repositoryRoot);
  write(scratch, "package.json", '{ "type": "module" }');
  write(
    scratch,
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
