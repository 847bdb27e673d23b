import type { ContentBlock } from "@modelcontextprotocol/server";
import { isDataOfKind } from "@toolkiln/runtime/kinds";

/** How the base64 text of common image formats begins. */
const signatures: readonly (readonly [string, string])[] = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
  ["PHN2Zy", "image/svg+xml"],
];

const dataAddress = /^data:(image\/[\w.+-]+);base64,([\w+/=]+)$/;

/** An image as content of its own; undefined when the data is no image. */
export function imageContent(data: unknown, mimeType: string | undefined): ContentBlock | undefined {
  if (!isDataOfKind("image", data)) return undefined;
  const { base64, url, alt } = data;
  const [, type, bytes = base64] = dataAddress.exec(url ?? "") ?? [];
  if (bytes !== undefined) {
    const named = type ?? (mimeType?.startsWith("image/") === true ? mimeType : undefined);
    return { type: "image", data: bytes, mimeType: named ?? guess(bytes) };
  }
  return url === undefined ? undefined : { type: "resource_link", uri: url, name: alt ?? "image" };
}

function guess(base64: string): string {
  return signatures.find(([start]) => base64.startsWith(start))?.[1] ?? "image/png";
}
