import { diagnostic, type DiagnosticCode, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Host } from "../host.js";
import { referenceMark } from "./render-reference.js";

const help = "Run `toolkiln docs`.";

/** The reference pages that are out of date, and pages of deleted tools. */
export async function staleReference(
  host: Host,
  folder: string,
  wanted: ReadonlyMap<string, string>,
): Promise<readonly Diagnostic[]> {
  const report = (code: DiagnosticCode, path: string, message: string): Diagnostic =>
    diagnostic(code, { file: `${folder}/${path}` }, message, help);
  const found: Diagnostic[] = [];
  for (const [path, contents] of wanted) {
    const text = await readText(host, `${folder}/${path}`);
    if (text === undefined) found.push(report("TK6002", path, "The page has not been written."));
    else if (text !== contents) found.push(report("TK6001", path, "The page is out of date."));
  }
  for (const file of await host.listFiles(folder)) {
    const path = file.slice(folder.length + 1);
    if (wanted.has(path) || !path.endsWith(".md")) continue;
    const isOurs = (await readText(host, file))?.startsWith(referenceMark) === true;
    if (isOurs) found.push(report("TK6003", path, "The tool of this page no longer exists."));
  }
  return found;
}

async function readText(host: Host, path: string): Promise<string | undefined> {
  const bytes = await host.readFile(path);
  return bytes && new TextDecoder().decode(bytes).replaceAll("\r\n", "\n");
}
