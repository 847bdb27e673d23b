import { join } from "node:path";
import ts from "typescript-5.9";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../../support/repository.js";

const file = join(repositoryRoot, "completions-of-calls.ts");
const source = `import { ToolExecutor } from "@toolkiln/runtime";
import { registry } from "./generated/registry.js";
const executor = new ToolExecutor(registry);
void executor.execute("/*id*/", {});
void executor.execute("file-read", { /*parameters*/ });
void executor.execute("file-read", { path: "README.md", encoding: "/*values*/" });
`;

describe("an editor that completes a call of the executor", () => {
  const editor = ts.createLanguageService(host());
  const namesAt = (place: string) =>
    editor
      .getCompletionsAtPosition(file, source.indexOf(`/*${place}*/`), {})
      ?.entries.map(({ name }) => name);

  it("offers the ids of the registry's tools", () => {
    expect(namesAt("id")).toEqual(expect.arrayContaining(["file-read", "file-write", "git-status"]));
  });

  it("offers the parameters of the tool whose id was written", () => {
    expect(namesAt("parameters")?.toSorted()).toEqual([
      "encoding",
      "endLine",
      "maxBytes",
      "path",
      "startLine",
    ]);
  });

  it("offers the values that a parameter takes", () => {
    expect(namesAt("values")).toEqual(["utf-8", "latin1", "base64"]);
  });

  it("names the tool's own type when a parameter is missing", () => {
    const messages = editor
      .getSemanticDiagnostics(file)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    expect(messages.join("\n")).toContain("required in type 'FileReadInput'");
  });
});

/** The repository as an editor sees it, with one additional file that exists only in memory. */
function host(): ts.LanguageServiceHost {
  const { sys } = ts;
  const read = (path: string) => (path === file ? source : sys.readFile(path));
  return {
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot(path) {
      const text = read(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => repositoryRoot,
    getCompilationSettings: () => ({
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      strict: true,
      types: [],
    }),
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: (path) => path === file || sys.fileExists(path),
    readFile: read,
    readDirectory: (...args) => sys.readDirectory(...args),
    directoryExists: (path) => sys.directoryExists(path),
    getDirectories: (path) => sys.getDirectories(path),
  };
}
