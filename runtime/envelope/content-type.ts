/** What the payload of an envelope can be. */
export const toolResultContentTypes = ["Unknown", "Text", "List", "Object", "Image", "Binary"] as const;

/** What the payload of an envelope is. */
export type ToolResultContentType = (typeof toolResultContentTypes)[number];

const typesOfKinds: ReadonlyMap<string, ToolResultContentType> = new Map([
  ["text", "Text"],
  ["file_content", "Text"],
  ["file_list", "List"],
  ["table", "List"],
  ["image", "Image"],
]);

/** The content type of a result's kind: data of an author's own kind is an object; without a kind it is unknown. */
export function contentTypeOfKind(kind: string | undefined): ToolResultContentType {
  return kind === undefined ? "Unknown" : (typesOfKinds.get(kind) ?? "Object");
}

/** What an envelope from elsewhere says, as far as it is known here. */
export function toContentType(value: unknown): ToolResultContentType {
  return toolResultContentTypes.find((type) => type === value) ?? "Unknown";
}
