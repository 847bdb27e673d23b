import type { ResourceLink } from "@modelcontextprotocol/server";
import { fileName, type ToolArtifact } from "@toolkiln/runtime";

/** Artifacts as links. What was deleted, or has no address, appears in the text only. */
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
