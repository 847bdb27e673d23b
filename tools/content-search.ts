import { join } from "node:path";
import { ToolResult, type TableData } from "@toolkiln/runtime";
import type { Workspace } from "@toolkiln/runtime/node";
import { contentSearch, type ContentSearchParams } from "../generated/tools/content-search.js";
import { findProgram, trustedFolders } from "./support/find-program.js";
import { globMatcher } from "./support/glob.js";
import { IsolatedWorker } from "./support/isolated-worker.js";
import { runProcess } from "./support/run-process.js";
import { isSensitive } from "./support/sensitive-files.js";
import { isBinary, readWhole } from "./support/text-content.js";
import { walk } from "./support/walk.js";
import { fileFailure, openWorkspace } from "./support/workspace.js";

const maxFileSize = 5_000_000;
const fileTimeoutMs = 2000;
const maxLineLength = 500;

/** Finds matching lines (numbered from 1) in a worker, so that catastrophic backtracking can be stopped. */
const code = `
const { parentPort, workerData } = require("node:worker_threads");
const { pattern, flags, contextLines, maxLineLength } = workerData;
const expression = new RegExp(pattern, flags);
const shorten = (line) => (line.length > maxLineLength ? line.slice(0, maxLineLength) + "…" : line);
const join = (lines) => lines.map(shorten).join("\\n");
parentPort.on("message", ({ text, limit }) => {
  const lines = text.split(/\\r?\\n/);
  const matches = [];
  for (let index = 0; index < lines.length && matches.length < limit; index++) {
    if (!expression.test(lines[index])) continue;
    const before = join(lines.slice(Math.max(0, index - contextLines), index));
    const after = join(lines.slice(index + 1, index + 1 + contextLines));
    const match = { line: index + 1, text: shorten(lines[index]) };
    matches.push(contextLines === 0 ? match : { ...match, before, after });
  }
  parentPort.postMessage(matches);
});
`;

export const tool = contentSearch.implement(async (params, context) => {
  const pattern = params.regex ? params.query : params.query.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const flags = params.caseSensitive ? "u" : "iu";
  if (!isExpression(pattern, flags)) {
    return ToolResult.failed(`'${params.query}' is not a regular expression.`, "InvalidPattern");
  }
  const workspace = await openWorkspace(context);
  const start = workspace.relative(params.path);
  const { contextLines } = params;
  const worker = new IsolatedWorker(code, { pattern, flags, contextLines, maxLineLength });
  const rows: TableData["rows"] = [];
  try {
    for await (const file of candidates(workspace, start, params, context.signal)) {
      // Skipped silently: a note about such a file would reveal that it contains a match.
      if (!params.includeSensitive && (await isSensitive(join(workspace.root, file)))) continue;
      const text = await searchableText(workspace, file);
      if (text === undefined) continue;
      const remaining = params.maxResults - rows.length;
      const request = { text, limit: remaining + 1 };
      // The worker runs `code` above, which sends matches only.
      const matches = (await worker.request(request, fileTimeoutMs, context.signal)) as
        | TableData["rows"]
        | undefined;
      if (matches === undefined) {
        const message = "The pattern timed out. Avoid nested repetitions.";
        return ToolResult.failed(message, "SearchTimeout", table(rows, contextLines, true));
      }
      rows.push(...matches.slice(0, remaining).map((match) => ({ file, ...match })));
      if (matches.length > remaining) return table(rows, contextLines, true);
    }
    return table(rows, contextLines, false);
  } catch (error) {
    return fileFailure(error, start);
  } finally {
    await worker.close();
  }
});

/** Files that may contain a match, relative to the workspace. */
async function* candidates(
  workspace: Workspace,
  start: string,
  params: ContentSearchParams,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const found = params.regex ? undefined : await filesFromRipgrep(workspace, start, params, signal);
  const fits = params.glob === undefined ? () => true : globMatcher(params.glob);
  for await (const { type, path, workspacePath } of walk({ workspace, start, signal })) {
    if (type === "file" && found?.has(path) !== false && fits(path)) yield workspacePath;
  }
}

/** Ripgrep must search at least the files that `walk` returns, so it applies only `.gitignore` files inside the folder. */
const ripgrepOptions =
  "--files-with-matches --null --no-config --no-messages --fixed-strings --hidden --glob=!.git/ --no-require-git " +
  "--no-ignore-dot --no-ignore-exclude --no-ignore-global --no-ignore-parent";

/**
 * The files that contain a literal text, relative to the folder; undefined when ripgrep is missing or fails. Only literal
 * text, because regular expressions differ between ripgrep and JavaScript.
 */
async function filesFromRipgrep(
  workspace: Workspace,
  start: string,
  { query, caseSensitive }: ContentSearchParams,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  const command = await findProgram("rg", await trustedFolders(workspace.root));
  if (command === undefined) return undefined;
  const caseOption = caseSensitive ? "--case-sensitive" : "--ignore-case";
  const { exitCode, stdout, truncated, timedOut } = await runProcess({
    command,
    args: [...ripgrepOptions.split(" "), caseOption, `--regexp=${query}`, "--", "."],
    cwd: join(workspace.root, start),
    timeoutMs: 30_000,
    maxOutputBytes: 20_000_000,
    signal,
  });
  if (truncated || timedOut || (exitCode !== 0 && exitCode !== 1)) return undefined;
  return new Set(stdout.split("\0").map((path) => path.replace(/^\.\//, "")));
}

/** The text of a file; undefined when it is binary, too large or unreadable. */
async function searchableText(workspace: Workspace, file: string): Promise<string | undefined> {
  const bytes = await readWhole(workspace, file, maxFileSize).catch(() => undefined);
  return bytes === undefined || isBinary(bytes) ? undefined : bytes.toString("utf8");
}

function table(rows: TableData["rows"], contextLines: number, truncated: boolean): TableData {
  const columns: TableData["columns"] = [
    { key: "file", label: "File", type: "string" },
    { key: "line", label: "Line", type: "number", align: "right" },
    { key: "text", label: "Text", type: "string" },
  ];
  if (contextLines > 0) columns.push({ key: "before", label: "Before" }, { key: "after", label: "After" });
  return { columns, rows, truncated };
}

function isExpression(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags).source !== "";
  } catch {
    return false;
  }
}
