import type { ContentBlock, ResourceLink } from "@modelcontextprotocol/server";
import { fileName, type ContentPart, type MediaPart, type ToolArtifact } from "@toolkiln/runtime";
import { isBase64 } from "@toolkiln/providers";
import { presentFields } from "@toolkiln/runtime/json";
import { describePart } from "@toolkiln/runtime/kinds";

/** Converts a content part to MCP. A file becomes an embedded resource, as text if it is text. */
export function toContentBlock(part: ContentPart): ContentBlock {
  // Clients reject a whole result if one part is invalid.
  if ("data" in part && !isBase64(part.data))
    return { type: "text", text: `Not shown: ${describePart(part)}. Its data is not base64.` };
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image":
    case "audio":
      return { type: part.type, data: part.data, mimeType: part.mimeType };
    case "file":
      return { type: "resource", resource: toResource(part) };
    case "resource_link": {
      const { type, uri, name = uri, mimeType, description } = part;
      return { type, uri, name, ...presentFields({ mimeType, description }) };
    }
    default:
      return part satisfies never;
  }
}

type EmbeddedResource = Extract<ContentBlock, { type: "resource" }>["resource"];

function toResource({ data, mimeType, name = "file", uri }: MediaPart): EmbeddedResource {
  const address = { uri: uri ?? `attachment:///${encodeName(name)}`, mimeType };
  if (!/^text\/|[/+](json|xml)$/.test(mimeType)) return { ...address, blob: data };
  const bytes = Uint8Array.from(atob(data), (character) => character.codePointAt(0) ?? 0);
  return { ...address, text: new TextDecoder().decode(bytes) };
}

/** Encodes a name for a URI. A lone surrogate becomes U+FFFD, as in the names of files. */
export const encodeName = (name: string): string => encodeURIComponent(name.replaceAll(/\p{Cs}/gu, "\uFFFD"));

/** The URI of an artifact; undefined if clients cannot read it. */
export type ArtifactUri = (artifact: ToolArtifact) => string | undefined;

/** The URI that an artifact is linked with; undefined if it is deleted or has none. */
export function linkUri(artifact: ToolArtifact, uriOf: ArtifactUri): string | undefined {
  return artifact.action === "deleted" ? undefined : uriOf(artifact);
}

/** The artifacts that can be linked, as links. */
export function artifactLinks(artifacts: readonly ToolArtifact[], uriOf: ArtifactUri): ResourceLink[] {
  return artifacts.flatMap((artifact) => {
    const uri = linkUri(artifact, uriOf);
    if (uri === undefined) return [];
    const { description, mimeType, size, timestamp } = artifact;
    const annotations = timestamp === undefined ? undefined : { lastModified: timestamp };
    const details = presentFields({ description, mimeType, size, annotations });
    return [{ type: "resource_link", uri, name: fileName(artifact), ...details }];
  });
}
