import type { ContentBlock } from "@modelcontextprotocol/server";
import type { ContentPart, MediaPart } from "@toolkiln/runtime";

/** A part of a result as MCP has it. A file is an embedded resource, with its text where it is text. */
export function toContentBlock(part: ContentPart): ContentBlock {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image":
    case "audio":
      return { type: part.type, data: part.data, mimeType: part.mimeType };
    case "file":
      return { type: "resource", resource: toResource(part) };
    case "resource_link": {
      const { uri, name = uri, mimeType, description } = part;
      return {
        type: "resource_link",
        uri,
        name,
        ...(mimeType !== undefined && { mimeType }),
        ...(description !== undefined && { description }),
      };
    }
    default:
      return part satisfies never;
  }
}

type EmbeddedResource = Extract<ContentBlock, { type: "resource" }>["resource"];

function toResource({ data, mimeType, name = "file", uri }: MediaPart): EmbeddedResource {
  const address = { uri: uri ?? `attachment:///${encodeURIComponent(name)}`, mimeType };
  if (!/^text\/|[/+](json|xml)$/.test(mimeType)) return { ...address, blob: data };
  const bytes = Uint8Array.from(atob(data), (character) => character.codePointAt(0) ?? 0);
  return { ...address, text: new TextDecoder().decode(bytes) };
}
