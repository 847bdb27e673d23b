/** The categories that every project knows; a project's configuration may declare more. */
export const toolCategories = [
  "file-system",
  "terminal",
  "search",
  "workspace",
  "editor",
  "git",
  "network",
  "system",
  "custom",
] as const;

/** What a tool works on. Known categories complete in the editor; declared ones are plain strings. */
export type ToolCategory = (typeof toolCategories)[number] | (string & {});
