import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { relative, sep } from "node:path";
import { MimeTypes } from "../result/mime-types.js";
import { type ArtifactAction, type DescribedArtifact, ToolArtifact } from "../result/tool-artifact.js";

/** What is known of a file beside what stands on the disk. */
export interface FileArtifactOptions {
  /** Whether the file was created rather than modified. */
  readonly isNew?: boolean;
  readonly description?: string;
  /** What was done to it, if neither created nor modified. */
  readonly action?: ArtifactAction;
  /** The folder that the artifact's path is to be relative to, usually the workspace. */
  readonly relativeTo?: string;
  /** Whether to read the file for its hash. @default true */
  readonly hash?: boolean;
}

/** The artifact of a file with its size and the hash of its content; without them where there is no such file. */
export function fileArtifact(path: string, options?: FileArtifactOptions): Promise<DescribedArtifact>;
/** The same with the arguments of `ToolArtifact.file`. */
export function fileArtifact(path: string, isNew: boolean, description?: string): Promise<DescribedArtifact>;
export async function fileArtifact(
  path: string,
  options: FileArtifactOptions | boolean = {},
  describedAs?: string,
): Promise<DescribedArtifact> {
  const given = typeof options === "boolean" ? { isNew: options } : options;
  const {
    isNew = false,
    action = isNew ? "created" : "modified",
    relativeTo,
    hash,
  }: FileArtifactOptions = given;
  const { description = describedAs }: FileArtifactOptions = given;
  const shown = relativeTo === undefined ? path : relative(relativeTo, path).replaceAll(sep, "/");
  return ToolArtifact.custom("file", shown, description, {
    action,
    isNew,
    mimeType: MimeTypes.getMimeType(path),
    ...(await measure(path, hash !== false)),
  });
}

async function measure(path: string, hash: boolean): Promise<{ size?: number; contentHash?: string }> {
  try {
    const stats = await stat(path);
    // Reading a pipe or a device might never end.
    if (!stats.isFile()) return {};
    return hash ? { size: stats.size, contentHash: await hashFile(path) } : { size: stats.size };
  } catch {
    return {};
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return `sha256:${hash.digest("hex")}`;
}
