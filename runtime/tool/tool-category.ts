import { ownValue } from "../validation/own-value.js";
import type { PathParameter } from "./tool-spec.js";

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

/** How categories are shown. Prefer names and icons of your own where the application has a design. */
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
  workspace: "workspace",
  terminal: "terminal",
  editor: "editor",
  git: "git-repository",
};

/** What a tool requires by default: the capability of its category; for files and searches, the workspace of their paths. */
export function defaultRequirements(
  category: ToolCategory,
  paths: readonly Pick<PathParameter, "within">[] = [],
): readonly string[] | undefined {
  const isOfFiles = category === "file-system" || category === "search";
  const capability =
    isOfFiles && paths.some(({ within }) => within === "workspace")
      ? "workspace"
      : ownValue(requirements, category);
  return capability === undefined ? undefined : [capability];
}

function info(displayName: string, iconName: string, description: string): CategoryInfo {
  return { displayName, iconName, description };
}
