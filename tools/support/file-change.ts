import { createHash } from "node:crypto";
import { ToolArtifact, ToolResultBuilder, type DiffData, type ToolResult } from "@toolkiln/runtime";
import { summarizeResult } from "@toolkiln/runtime/kinds";
import { structuredPatch } from "diff";
import { textTypeOf } from "./text-content.js";

/** A file before and after a change. */
export interface FileChange {
  readonly path: string;
  readonly isNew: boolean;
  /** Undefined when there was no file, or one that was not text. */
  readonly original: string | undefined;
  readonly modified: string;
}

/** The result of a change to a file: a diff, and the file as an artifact with the hash of its content. */
export function fileChanged(
  { path, isNew, original, modified }: FileChange,
  message: string,
): ToolResult<DiffData> {
  const bytes = Buffer.from(modified);
  const contentHash = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  const hunks = isNew || original !== undefined ? hunksOf(original ?? "", modified) : undefined;
  const data: DiffData = {
    path,
    modified,
    isNew,
    bytesWritten: bytes.length,
    ...(original !== undefined && { original }),
    ...(hunks !== undefined && { hunks }),
  };
  return ToolResultBuilder.success()
    .withData(data)
    .withMessage(message)
    .withSummary(summarizeResult({ kind: "diff", data }))
    .withMimeType(textTypeOf(path))
    .withArtifact({ ...ToolArtifact.fileWithContent(path, bytes.length, isNew), contentHash })
    .build();
}

/** The largest edit, in lines, for which hunks are computed: the cost is quadratic. */
const maxEditLength = 500;

/** The hunks of a diff; undefined when the edit is too large. The result contains both texts anyway. */
export function hunksOf(original: string, modified: string): DiffData["hunks"] {
  return structuredPatch("", "", original, modified, "", "", { context: 3, maxEditLength })?.hunks;
}
