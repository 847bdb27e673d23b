import { ownValue } from "../validation/own-value.js";

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

/** How a category is shown. */
export interface CategoryInfo {
  readonly displayName: string;
  readonly iconName: string;
  readonly description: string;
}

const categories: Readonly<Record<(typeof toolCategories)[number], CategoryInfo>> = {
  "file-system": info("File System", "file", "Operations on files and directories"),
  terminal: info("Terminal", "terminal", "Shell commands and scripts"),
  search: info("Search", "search", "Find files and content"),
  workspace: info("Workspace", "folder", "Project and workspace operations"),
  editor: info("Editor", "edit", "Code editing and navigation"),
  git: info("Git", "git-branch", "Version control operations"),
  network: info("Network", "globe", "HTTP and network operations"),
  system: info("System", "settings", "System-level operations"),
  custom: info("Custom", "puzzle", "User-defined tools"),
};

const unknownCategory = info("Unknown", "question", "Unknown category");

/** How categories are shown. */
export const ToolCategoryMetadata = {
  /** How a category is shown; `declared` holds those that a project's configuration adds. */
  getInfo(category: ToolCategory, declared: Readonly<Record<string, CategoryInfo>> = {}): CategoryInfo {
    return ownValue(categories, category) ?? ownValue(declared, category) ?? unknownCategory;
  },
};

/** Whether a category is one that every project knows. */
export function isKnownCategory(category: string): category is (typeof toolCategories)[number] {
  return Object.hasOwn(categories, category);
}

const requirements: Readonly<Record<string, string>> = {
  "file-system": "workspace",
  search: "workspace",
  workspace: "workspace",
  terminal: "terminal",
  editor: "editor",
  git: "git-repository",
};

/** The capabilities that a category's tools cannot do without, unless they say otherwise. */
export function defaultRequirements(category: ToolCategory): readonly string[] | undefined {
  const requirement = ownValue(requirements, category);
  return requirement === undefined ? undefined : [requirement];
}

function info(displayName: string, iconName: string, description: string): CategoryInfo {
  return { displayName, iconName, description };
}
