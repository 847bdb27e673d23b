import { join, posix } from "node:path";
import { ToolResult, type TableData } from "@toolkiln/runtime";
import type { Workspace } from "@toolkiln/runtime/node";
import { contentSearch, type ContentSearchParams } from "../generated/tools/content-search.js";
import { fileFailure } from "./support/file-failure.js";
import { findProgram, machineFolders } from "./support/find-program.js";
import { globMatcher, GlobTimeoutError } from "./support/glob.js";
import { ignoredFiles } from "./support/ignore-rules.js";
import { WorkerTimeoutError } from "./support/isolated-worker.js";
import { LineMatcher, type LineMatch } from "./support/match-lines.js";
import { filesWithText } from "./support/ripgrep.js";
import { isSensitive } from "./support/sensitive-files.js";
import { isBinary } from "./support/text-content.js";
import { walk } from "./support/walk.js";
import { openWorkspace, shown } from "./support/workspace.js";

const maxFileSize = 5_000_000;
const fileTimeoutMs = 2000;

export const tool = contentSearch.implement(async (params, context) => {
  const pattern = params.regex ? params.query : params.query.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const flags = params.caseSensitive ? "u" : "iu";
  if (!isExpression(pattern, flags)) {
    return ToolResult.failed(`'${params.query}' is not a regular expression.`, "InvalidPattern");
  }
  const workspace = await openWorkspace(context);
  const start = shown(workspace, params.path);
  const matcher = new LineMatcher({ pattern, flags, contextLines: params.contextLines });
  const rows: TableData["rows"] = [];
  try {
    for await (const file of candidates(workspace, start, params, context.signal)) {
      // Nothing tells that such a file was left out: a search that says so says what the file holds.
      if (!params.includeSensitive && (await isSensitive(join(workspace.root, file)))) continue;
      const text = await searchableText(workspace, file);
      if (text === undefined) continue;
      const room = params.maxResults - rows.length;
      const matches = await matcher.match(text, room + 1, fileTimeoutMs, context.signal);
      rows.push(...matches.slice(0, room).map((match) => rowOf(file, match, params)));
      if (matches.length > room) return table(rows, params, true);
    }
    return table(rows, params, false);
  } catch (error) {
    if (error instanceof WorkerTimeoutError) {
      const message = "The pattern takes too long. Write it without nested repetitions.";
      return ToolResult.failed(message, "SearchTimeout", table(rows, params, true));
    }
    if (error instanceof GlobTimeoutError) return ToolResult.failed(error.message, "SearchTimeout");
    return fileFailure(error, start);
  } finally {
    await matcher.close();
  }
});

/** Files that may hold a match, relative to the workspace: those ripgrep names when it is there, otherwise all of them. */
async function* candidates(
  workspace: Workspace,
  start: string,
  params: ContentSearchParams,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const program = await findProgram("rg", await machineFolders(workspace.root));
  // Only for literal text do ripgrep and the matcher mean the same for certain.
  const named =
    program === undefined || params.regex
      ? undefined
      : await filesWithText({
          program,
          folder: join(workspace.root, start),
          text: params.query,
          caseSensitive: params.caseSensitive,
          signal,
        });
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

/** The text of a file, unless there is none to search in. */
async function searchableText(workspace: Workspace, file: string): Promise<string | undefined> {
  try {
    const bytes = await workspace.readFile(file, { maxBytes: maxFileSize + 1 });
    return bytes.length > maxFileSize || isBinary(bytes) ? undefined : bytes.toString("utf8");
  } catch {
    // A file that vanished or may not be read holds no match that could be told.
    return undefined;
  }
}

function rowOf(
  file: string,
  { line, text, before, after }: LineMatch,
  { contextLines }: ContentSearchParams,
) {
  return contextLines === 0
    ? { file, line, text }
    : { file, line, text, before: before.join("\n"), after: after.join("\n") };
}

function table(
  rows: TableData["rows"],
  { contextLines }: ContentSearchParams,
  truncated: boolean,
): TableData {
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
