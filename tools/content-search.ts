import { join, posix } from "node:path";
import { ToolResult, type TableData } from "@toolkiln/runtime";
import type { Workspace } from "@toolkiln/runtime/node";
import { contentSearch, type ContentSearchParams } from "../generated/tools/content-search.js";
import { fileFailure } from "./support/file-failure.js";
import { findProgram, machineFolders } from "./support/find-program.js";
import { globMatcher, PatternTimeoutError } from "./support/glob.js";
import { ignoredFiles } from "./support/ignore-rules.js";
import { IsolatedWorker, WorkerTimeoutError } from "./support/isolated-worker.js";
import { runProcess } from "./support/run-process.js";
import { isSensitive } from "./support/sensitive-files.js";
import { isBinary } from "./support/text-content.js";
import { walk } from "./support/walk.js";
import { openWorkspace, shown } from "./support/workspace.js";

const maxFileSize = 5_000_000;
const fileTimeoutMs = 2000;
const longestLine = 500;

/** A line that matches, counted from 1, with the lines around it. */
interface LineMatch {
  readonly line: number;
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Finds matching lines in a worker, so that a catastrophic pattern can be given up. */
const code = `
const { parentPort, workerData } = require("node:worker_threads");
const { pattern, flags, contextLines, longestLine } = workerData;
const expression = new RegExp(pattern, flags);
const shorten = (line) => (line.length > longestLine ? line.slice(0, longestLine) + "…" : line);
parentPort.on("message", ({ text, limit }) => {
  const lines = text.split(/\\r?\\n/);
  const matches = [];
  for (let index = 0; index < lines.length && matches.length < limit; index++) {
    if (!expression.test(lines[index])) continue;
    matches.push({
      line: index + 1,
      text: shorten(lines[index]),
      before: lines.slice(Math.max(0, index - contextLines), index).map(shorten),
      after: lines.slice(index + 1, index + 1 + contextLines).map(shorten),
    });
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
  const start = shown(workspace, params.path);
  const { contextLines } = params;
  const worker = new IsolatedWorker(code, { pattern, flags, contextLines, longestLine });
  const rows: TableData["rows"] = [];
  try {
    for await (const file of candidates(workspace, start, params, context.signal)) {
      // Left out silently: a note about such a file would reveal what it holds.
      if (!params.includeSensitive && (await isSensitive(join(workspace.root, file)))) continue;
      const text = await searchableText(workspace, file);
      if (text === undefined) continue;
      const room = params.maxResults - rows.length;
      const question = { text, limit: room + 1 };
      // The worker is our own code and answers with nothing else.
      const matches = (await worker.ask(question, fileTimeoutMs, context.signal)) as readonly LineMatch[];
      rows.push(...matches.slice(0, room).map((match) => rowOf(file, match, contextLines)));
      if (matches.length > room) return table(rows, contextLines, true);
    }
    return table(rows, contextLines, false);
  } catch (error) {
    if (error instanceof WorkerTimeoutError) {
      const message = "The pattern takes too long. Write it without nested repetitions.";
      return ToolResult.failed(message, "SearchTimeout", table(rows, contextLines, true));
    }
    if (error instanceof PatternTimeoutError) return ToolResult.failed(error.message, "SearchTimeout");
    return fileFailure(error, start);
  } finally {
    await worker.close();
  }
});

/** Files that may hold a match, relative to the workspace: those ripgrep names when it is there, otherwise all of them. */
async function* candidates(
  workspace: Workspace,
  start: string,
  params: ContentSearchParams,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const named = params.regex ? undefined : await namedByRipgrep(workspace, start, params, signal);
  const fits = params.glob === undefined ? () => true : globMatcher(params.glob);
  if (named !== undefined) {
    const isIgnored = ignoredFiles(workspace);
    for (const path of named.filter((name) => fits(name))) {
      const file = posix.join(start, path);
      if (!(await isIgnored(file))) yield file;
    }
    return;
  }
  for await (const entry of walk({ workspace, start, signal })) {
    if (entry.type === "file" && fits(entry.path)) yield entry.workspacePath;
  }
}

/**
 * The files that hold a literal text, relative to the folder; undefined when ripgrep is missing or cannot say. Only for
 * literal text do ripgrep and the matcher mean the same for certain. It reads the ignore files in the folder and below, and
 * none that a search without ripgrep would not read.
 */
async function namedByRipgrep(
  workspace: Workspace,
  start: string,
  { query, caseSensitive }: ContentSearchParams,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const command = await findProgram("rg", await machineFolders(workspace.root));
  if (command === undefined) return undefined;
  const options = [
    "--files-with-matches",
    "--null",
    "--no-config",
    "--no-messages",
    "--no-require-git",
    "--no-ignore-dot",
    "--no-ignore-exclude",
    "--no-ignore-global",
    "--no-ignore-parent",
    "--hidden",
    "--glob=!.git/",
    "--sort=path",
    "--fixed-strings",
    caseSensitive ? "--case-sensitive" : "--ignore-case",
  ];
  const { exitCode, stdout, truncated, timedOut } = await runProcess({
    command,
    args: [...options, `--regexp=${query}`, "--", "."],
    cwd: join(workspace.root, start),
    timeoutMs: 30_000,
    maxOutputBytes: 20_000_000,
    signal,
  });
  if (truncated || timedOut || (exitCode !== 0 && exitCode !== 1)) return undefined;
  const paths = stdout.split("\0").filter(Boolean);
  return paths.map((path) => path.replace(/^\.\//, ""));
}

/** The text of a file, unless there is none to search in. */
async function searchableText(workspace: Workspace, file: string): Promise<string | undefined> {
  try {
    const bytes = await workspace.readFile(file, { maxBytes: maxFileSize + 1 });
    return bytes.length > maxFileSize || isBinary(bytes) ? undefined : bytes.toString("utf8");
  } catch {
    // A file that vanished or may not be read has no match to return.
    return undefined;
  }
}

function rowOf(file: string, { line, text, before, after }: LineMatch, contextLines: number) {
  if (contextLines === 0) return { file, line, text };
  return { file, line, text, before: before.join("\n"), after: after.join("\n") };
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
