import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { relative, sep } from "node:path";
import { MimeTypes } from "../result/mime-types.js";
import { type DescribedArtifact, ToolArtifact } from "../result/tool-artifact.js";

/** Options that cannot be read from the file. */
export interface FileArtifactOptions extends Partial<Pick<ToolArtifact, "isNew" | "description" | "action">> {
  /** The base folder for the artifact's path, usually the workspace. */
  readonly relativeTo?: string;
}

/** The artifact of a file with its size and content hash; without them if it is not a readable file. */
export async function fileArtifact(
  path: string,
  options: FileArtifactOptions = {},
): Promise<DescribedArtifact> {
  const { isNew = false, action = isNew ? "created" : "modified", relativeTo, description } = options;
  const shown = relativeTo === undefined ? path : relative(relativeTo, path).replaceAll(sep, "/");
  return ToolArtifact.custom("file", shown, description, {
    action,
    isNew,
    mimeType: MimeTypes.getMimeType(path),
    ...(await measure(path).catch(() => undefined)),
  });
}

async function measure(path: string): Promise<{ size: number; contentHash: string } | undefined> {
  const stats = await stat(path);
  // Reading a pipe or a device might never end.
  if (!stats.isFile()) return undefined;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return { size: stats.size, contentHash: `sha256:${hash.digest("hex")}` };
}
