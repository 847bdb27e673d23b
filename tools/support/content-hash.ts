import { createHash } from "node:crypto";
import { lstat, readlink } from "node:fs/promises";
import { join } from "node:path";
import type { ToolArtifact } from "@toolkiln/runtime";
import type { Workspace } from "@toolkiln/runtime/node";
import { walk } from "./walk.js";

/** The type, size and hash of a file or directory. */
export type Measured = Pick<ToolArtifact, "type" | "size" | "contentHash">;

/** Larger directories get no hash. */
const limits = { entries: 10_000, bytes: 268_435_456 };

/**
 * The size and hash of a file, or of a directory with its contents. The hash of a directory covers a sorted list of its
 * entries, each with its path and content hash. A directory above the limits has neither.
 */
export async function measure(workspace: Workspace, path: string, signal: AbortSignal): Promise<Measured> {
  const stats = await lstat(join(workspace.root, path));
  if (stats.isSymbolicLink()) return { type: "file", contentHash: await hashOfLink(workspace, path) };
  if (!stats.isDirectory()) return { type: "file", ...(await measureFile(workspace, path, signal)) };
  const list = createHash("sha256");
  let [entries, size] = [0, 0];
  for await (const entry of walk({ workspace, start: path, includeIgnored: true, signal })) {
    const { type, workspacePath } = entry;
    entries += 1;
    size += type === "file" ? entry.size : 0;
    if (entries > limits.entries || size > limits.bytes) return { type: "directory" };
    let line = "directory";
    if (type === "symlink") line = `link ${await hashOfLink(workspace, workspacePath)}`;
    if (type === "file") line = (await measureFile(workspace, workspacePath, signal)).contentHash;
    list.update(`${line}  ${entry.path}\n`);
  }
  return { type: "directory", size, contentHash: `sha256:${list.digest("hex")}` };
}

async function hashOfLink(workspace: Workspace, path: string): Promise<string> {
  const target = await readlink(join(workspace.root, path));
  return `sha256:${createHash("sha256").update(target).digest("hex")}`;
}

async function measureFile(workspace: Workspace, path: string, signal: AbortSignal) {
  const file = await workspace.openForReading(path);
  const { size } = await file.stat();
  const hash = createHash("sha256");
  // The stream closes the file.
  for await (const chunk of file.createReadStream({ signal }) as AsyncIterable<Buffer>) hash.update(chunk);
  return { size, contentHash: `sha256:${hash.digest("hex")}` };
}
