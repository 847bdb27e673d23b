import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultConfig, type GeneratorConfig } from "../generator/config.js";
import { diagnosticCodes } from "../generator/diagnostics/catalog.js";
import type { Diagnostic } from "../generator/diagnostics/diagnostic.js";
import { formatDiagnostic } from "../generator/diagnostics/format-text.js";
import { generate } from "../generator/generate.js";
import { bytesHost } from "./generator/support/bytes-host.js";
import { repeatLines } from "./generator/support/example-files.js";
import { repositoryRoot } from "./support/repository.js";

// A folder is a case. In: the files of a project (`manifests/`, shared schemas, `config.json` for what differs from the
// default configuration). Out: `expected/` with generated files, or `diagnostics.txt` with what a run says and its exit
// code. A line `# ×100 such lines` in a file repeats the line above. UPDATE_GOLDEN=1 writes what is expected.
const root = join(repositoryRoot, "test/golden");
const update = process.env["UPDATE_GOLDEN"] !== undefined;
const cases = readdirSync(root).filter((name) => statSync(join(root, name)).isDirectory());

describe("the golden case", () => {
  it.each(cases)("%s", async (name) => {
    const folder = join(root, name);
    const all = filesBelow(folder);
    const input = new Map(
      all.filter(([path]) => !/^(expected\/|diagnostics\.txt$|config\.json$)/.test(path)),
    );
    const settings = all.find(([path]) => path === "config.json")?.[1];
    const config: GeneratorConfig = {
      ...defaultConfig,
      ...(settings === undefined ? {} : (JSON.parse(text(settings)) as Partial<GeneratorConfig>)),
    };
    const host = bytesHost(new Map([...input].map(([path, bytes]) => [path, expand(bytes)])));
    const { diagnostics } = await generate({ host, config });
    const generated = new Map<string, string>();
    for (const path of await host.listFiles(config.out))
      generated.set(path.slice(config.out.length + 1), text((await host.readFile(path)) ?? new Uint8Array()));

    const wanted = all
      .filter(([path]) => /^(expected\/.*|diagnostics\.txt)$/.test(path))
      .map(([path]) => path);
    const paths = wanted.length === 0 ? ["diagnostics.txt"] : wanted;
    const actual = paths.map((path) => [
      path,
      path === "diagnostics.txt"
        ? describeRun(diagnostics, input)
        : (generated.get(path.slice("expected/".length)) ?? "nothing was generated"),
    ]);
    if (update) for (const [path = "", contents = ""] of actual) write(join(folder, path), contents);
    const expected = paths.map((path) => [
      path,
      readFileSync(join(folder, path), "utf8").replaceAll("\r\n", "\n"),
    ]);
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected));
  });

  it("exists for every code about manifests", () => {
    const told = cases
      .map((name) => join(root, name, "diagnostics.txt"))
      .filter(existsSync)
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");
    const missing = diagnosticCodes.filter((code) => /^TK[1-4]/.test(code) && !told.includes(`  ${code} `));
    expect(missing).toEqual([]);
  });
});

function describeRun(diagnostics: readonly Diagnostic[], input: ReadonlyMap<string, Uint8Array>): string {
  const source = (file: string): string | undefined => {
    const bytes = input.get(file);
    return bytes && text(bytes);
  };
  const exit = diagnostics.some(({ severity }) => severity === "error") ? 1 : 0;
  return [...diagnostics.map((found) => formatDiagnostic(found, source)), `exit ${exit}\n`].join("\n\n");
}

function expand(bytes: Uint8Array): Uint8Array {
  const content = text(bytes);
  return content.includes(" such lines") ? new TextEncoder().encode(repeatLines(content)) : bytes;
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
