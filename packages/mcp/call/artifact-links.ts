import type { ResourceLink } from "@modelcontextprotocol/server";
import { fileName, type ToolArtifact } from "@toolkiln/runtime";

/** Artifacts as links. What was deleted, or has no address, is told in the text alone. */
export function artifactLinks(
  artifacts: readonly ToolArtifact[],
  uriOf: (artifact: ToolArtifact) => string | undefined,
): ResourceLink[] {
  return artifacts.flatMap((artifact) => {
    const uri = artifact.action === "deleted" ? undefined : uriOf(artifact);
    if (uri === undefined) return [];
    const { description, mimeType, size, timestamp } = artifact;
    return [
      {
        type: "resource_link",
        uri,
        name: fileName(artifact),
        ...(description !== undefined && { description }),
        ...(mimeType !== undefined && { mimeType }),
        ...(size !== undefined && { size }),
        ...(timestamp !== undefined && { annotations: { lastModified: timestamp } }),
      },
    ];
  });
}

/**
 * The address of an artifact unless the server says otherwise: a URL as it is, a path below `workspace:`. It names no
 * folder of the machine, because a client may be on another.
 */
export function workspaceUri({ type, path }: ToolArtifact): string | undefined {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(path)) return path;
  if (type !== "file" && type !== "directory") return undefined;
  const names = path.split(/[\\/]+/).filter((name) => name !== "" && name !== ".");
  const isOutside = /^([\\/]|[A-Za-z]:)/.test(path) || names.includes("..");
  return isOutside ? undefined : `workspace:///${names.map(encodeURIComponent).join("/")}`;
}
