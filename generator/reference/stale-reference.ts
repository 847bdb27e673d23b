import { diagnostic, type Diagnostic, type DiagnosticCode } from "../diagnostics/diagnostic.js";
import type { Host } from "../host.js";
import { referenceMark } from "./render-reference.js";

const moveIt = "Move it, or set `docs` to another folder.";

/** Reports missing and outdated reference pages, pages of deleted tools, and other files at their paths. */
export async function staleReference(
  host: Host,
  folder: string,
  wanted: ReadonlyMap<string, string>,
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  const report = (
    code: DiagnosticCode,
    path: string,
    message: string,
    help = "Run `toolkiln docs`.",
  ): unknown => found.push(diagnostic(code, { file: `${folder}/${path}` }, message, help));
  const read = async (path: string): Promise<string | undefined> => {
    const bytes = await host.readFile(`${folder}/${path}`);
    return bytes && new TextDecoder().decode(bytes).replaceAll("\r\n", "\n");
  };
  const index = await read("index.md");
  for (const [path, contents] of wanted) {
    const text = await read(path);
    // Only Markdown starts with the mark.
    const isOurs = (path.endsWith(".md") ? text : index)?.startsWith(referenceMark) === true;
    if (text === undefined) report("TK6002", path, "The page has not been written.");
    else if (text !== contents && isOurs) report("TK6001", path, "The page is out of date.");
    else if (text !== contents)
      report("TK6005", path, "The file was not written by `toolkiln docs`.", moveIt);
  }
  for (const file of await host.listFiles(folder)) {
    const path = file.slice(folder.length + 1);
    if (wanted.has(path) || !path.endsWith(".md")) continue;
    if ((await read(path))?.startsWith(referenceMark) === true)
      report("TK6003", path, "The tool of this page no longer exists.");
  }
  return found;
}
