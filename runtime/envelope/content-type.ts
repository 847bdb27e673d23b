/** What the payload of an envelope can be. */
export const toolResultContentTypes = ["Unknown", "Text", "List", "Object", "Image", "Binary"] as const;

/** What the payload of an envelope is. */
export type ToolResultContentType = (typeof toolResultContentTypes)[number];

const typesOfKinds: ReadonlyMap<string | undefined, ToolResultContentType> = new Map([
  ["text", "Text"],
  ["file_content", "Text"],
  ["file_list", "List"],
  ["table", "List"],
  ["image", "Image"],
  ["audio", "Binary"],
  ["file", "Binary"],
]);

/** The content type that a well-known kind has; that of any other is in its data, as far as there is some. */
export function contentTypeOf(kind: string | undefined, data: unknown): ToolResultContentType {
  const known = typesOfKinds.get(kind);
  if (known !== undefined) return known;
  if (typeof data === "string") return "Text";
  if (Array.isArray(data)) return "List";
  return kind === undefined && data === undefined ? "Unknown" : "Object";
}

/** What an envelope from elsewhere says, as far as it is known here. */
export function toContentType(value: unknown): ToolResultContentType {
  return toolResultContentTypes.find((type) => type === value) ?? "Unknown";
}
