import { ownValue } from "../validation/value-type.js";
import type { PathParameter } from "./tool-spec.js";

/** The built-in categories; a project's configuration may declare more. */
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

/** What a tool works on. Built-in categories autocomplete; declared ones are plain strings. */
export type ToolCategory = (typeof toolCategories)[number] | (string & {});

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

/** How categories are shown. Prefer your application's own names and icons if it has a design. */
export const ToolCategoryMetadata = {
  /** How a category is shown; `declared` contains those of the project's configuration. */
  getInfo(category: ToolCategory, declared: Readonly<Record<string, CategoryInfo>> = {}): CategoryInfo {
    return (
      ownValue(categories, category) ??
      ownValue(declared, category) ??
      info("Unknown", "question", "Unknown category")
    );
  },
};

/** Whether a category is built in. */
export function isKnownCategory(category: string): category is (typeof toolCategories)[number] {
  return Object.hasOwn(categories, category);
}

/** Default `requires` of a tool: the capability of its category; for files and searches with paths, the workspace. */
export function defaultRequirements(
  category: ToolCategory,
  paths: readonly Pick<PathParameter, "within">[] = [],
): readonly string[] | undefined {
  if (category === "git") return ["git-repository"];
  if (/^(?:workspace|terminal|editor)$/.test(category)) return [category];
  const isOfFiles = category === "file-system" || category === "search";
  return isOfFiles && paths.some(({ within }) => within === "workspace") ? ["workspace"] : undefined;
}

function info(displayName: string, iconName: string, description: string): CategoryInfo {
  return { displayName, iconName, description };
}
