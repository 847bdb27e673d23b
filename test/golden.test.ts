import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultConfig, type GeneratorConfig } from "../generator/config.js";
import { diagnosticCodes, type Diagnostic } from "../generator/diagnostics/diagnostic.js";
import { formatDiagnostic } from "../generator/diagnostics/format-text.js";
import { memoryDisk, type MemoryDisk } from "./generator/support/bytes-host.js";
import { repeatFile, repeatLines } from "./generator/support/example-files.js";
import { runSteps } from "./generator/support/run-steps.js";
import { repositoryRoot } from "./support/repository.js";

// Each folder is a case. Input: the files of a project (`manifests/`, shared schemas, `config.json` with changes to the
// default configuration, `steps.txt` with the commands if they are not just `toolkiln generate`). Output: `expected/` with
// generated files, or `diagnostics.txt` with the output of the last command and its exit code. In a file, the line
// `# ×100 such lines` repeats the line above it, and `# ×100 such files` as the first line repeats the file.
// UPDATE_GOLDEN=1 writes the expected output.
const root = join(repositoryRoot, "test/golden");
const update = process.env["UPDATE_GOLDEN"] !== undefined;
const cases = readdirSync(root).filter((name) => statSync(join(root, name)).isDirectory());

describe("the golden case", () => {
  it.each(cases)("%s", async (name) => {
    const folder = join(root, name);
    const all = filesBelow(folder);
    const input = inputOf(all);
    const config = configOf(all);
    const steps = all.find(([path]) => path === "steps.txt")?.[1];
    const disk = memoryDisk(input);
    const diagnostics = await runSteps(steps === undefined ? "toolkiln generate" : text(steps), disk, config);
    const generated = generatedFiles(disk, config);
    // Code frames show the files of the case as written, with unexpanded `# ×100 such lines`.
    const written = new Map([...disk.files, ...all]);

    const wanted = all
      .filter(([path]) => /^(expected\/.*|diagnostics\.txt)$/.test(path))
      .map(([path]) => path);
    const paths = wanted.length === 0 ? ["diagnostics.txt"] : wanted;
    const actual = paths.map((path) => [
      path,
      path === "diagnostics.txt"
        ? describeRun(diagnostics, written)
        : (generated.get(path.slice("expected/".length)) ?? "nothing was generated"),
    ]);
    if (update) for (const [path = "", contents = ""] of actual) write(join(folder, path), contents);
    const expected = paths.map((path) => [
      path,
      readFileSync(join(folder, path), "utf8").replaceAll("\r\n", "\n"),
    ]);
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected));
  });

  it.each(cases.filter((name) => existsSync(join(root, name, "expected"))))(
    "%s does not change when it is generated again, and is up to date",
    async (name) => {
      const folder = join(root, name);
      const all = filesBelow(folder);
      const config = configOf(all);
      const disk = memoryDisk(inputOf(all));
      await runSteps("toolkiln generate", disk, config);
      const first = generatedFiles(disk, config);
      expect(await runSteps("toolkiln generate --verify-deterministic", disk, config)).toEqual([]);
      const implementations = [...first.keys()].flatMap((path) => {
        const id = /^tools\/([^.]+)\.ts$/.exec(path)?.[1];
        return id === undefined ? [] : [`edit ${config.tools}/${id}.ts`];
      });
      const diagnostics = await runSteps([...implementations, "toolkiln check"].join("\n"), disk, config);
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      await runSteps("toolkiln generate", disk, config);
      expect(generatedFiles(disk, config)).toEqual(first);
    },
  );

  it.each(cases.filter((name) => !existsSync(join(root, name, "steps.txt"))))(
    "%s has the same diagnostics in lint, check, generate and list",
    async (name) => {
      const all = filesBelow(join(root, name));
      const config = configOf(all);
      const diagnosticsOf = async (command: string): Promise<readonly Diagnostic[]> => {
        const found = await runSteps(`toolkiln ${command}`, memoryDisk(inputOf(all)), config);
        // Only `check` and `generate` report on the output folder.
        return found.filter(({ code }) => !code.startsWith("TK6"));
      };
      const linted = await diagnosticsOf("lint");
      for (const command of ["check", "generate", "list"])
        expect({ command, diagnostics: await diagnosticsOf(command) }).toEqual({
          command,
          diagnostics: linted,
        });
    },
  );

  it("exists for every code", () => {
    const reported = cases
      .map((name) => join(root, name, "diagnostics.txt"))
      .filter(existsSync)
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");
    // Only imports report TK8 codes; test/importer covers them.
    const missing = diagnosticCodes.filter(
      (code) => !code.startsWith("TK8") && !reported.includes(`  ${code} `),
    );
    expect(missing).toEqual([]);
  });
});

type CaseFiles = readonly (readonly [path: string, contents: Uint8Array])[];

function inputOf(all: CaseFiles): CaseFiles {
  return all
    .filter(([path]) => !/^(expected\/|(diagnostics|steps)\.txt$|config\.json$)/.test(path))
    .flatMap(([path, bytes]) => expand(path, bytes));
}

function configOf(all: CaseFiles): GeneratorConfig {
  const settings = all.find(([path]) => path === "config.json")?.[1];
  const given = settings === undefined ? {} : (JSON.parse(text(settings)) as Partial<GeneratorConfig>);
  return { ...defaultConfig, ...given };
}

function generatedFiles({ files }: MemoryDisk, { out }: GeneratorConfig): Map<string, string> {
  const own = [...files].filter(([path]) => path.startsWith(`${out}/`));
  return new Map(own.map(([path, bytes]) => [path.slice(out.length + 1), text(bytes)]));
}

function describeRun(diagnostics: readonly Diagnostic[], input: ReadonlyMap<string, Uint8Array>): string {
  const source = (file: string): string | undefined => {
    const bytes = input.get(file);
    return bytes && text(bytes);
  };
  const failure = diagnostics.some(({ code }) => code === "TK6008") ? 2 : 1;
  const exit = diagnostics.some(({ severity }) => severity === "error") ? failure : 0;
  return [...diagnostics.map((found) => formatDiagnostic(found, source)), `exit ${exit}\n`].join("\n\n");
}

function expand(path: string, bytes: Uint8Array): CaseFiles {
  const content = text(bytes);
  if (!/ such (lines|files)$/m.test(content)) return [[path, bytes]];
  return repeatFile(path, content).map(([file, whole]) => [
    file,
    new TextEncoder().encode(repeatLines(whole)),
  ]);
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function filesBelow(folder: string): (readonly [string, Uint8Array])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((file) => [relative(folder, file).split(sep).join("/"), readFileSync(file)] as const);
}

function write(file: string, contents: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, contents);
}
