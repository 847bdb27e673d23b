import { ownValue } from "../validation/value-type.js";
import type { PathParameter } from "./tool-spec.js";

export interface CategoryInfo {
  readonly displayName: string;
  readonly iconName: string;
  readonly description: string;
}

/** Name, icon and description of the built-in categories. */
const categories = {
  "file-system": ["File System", "file", "Operations on files and directories"],
  terminal: ["Terminal", "terminal", "Shell commands and scripts"],
  search: ["Search", "search", "Find files and content"],
  workspace: ["Workspace", "folder", "Project and workspace operations"],
  editor: ["Editor", "edit", "Code editing and navigation"],
  git: ["Git", "git-branch", "Version control operations"],
  network: ["Network", "globe", "HTTP and network operations"],
  system: ["System", "settings", "System-level operations"],
  custom: ["Custom", "puzzle", "User-defined tools"],
} as const;

type KnownCategory = keyof typeof categories;

/** What a tool works on. Built-in categories autocomplete; declared ones are plain strings. */
export type ToolCategory = KnownCategory | (string & {});

/** The built-in categories; a project's configuration may declare more. */
export const toolCategories: readonly KnownCategory[] = Object.keys(categories) as KnownCategory[];

/** How categories are shown. Prefer your application's own names and icons if it has a design. */
export const ToolCategoryMetadata = {
  /** `declared` contains the categories of the project's configuration. */
  getInfo(category: ToolCategory, declared: Readonly<Record<string, CategoryInfo>> = {}): CategoryInfo {
    const known = isKnownCategory(category) ? categories[category] : undefined;
    const [displayName, iconName, description] = known ?? ["Unknown", "question", "Unknown category"];
    return (known ? undefined : ownValue(declared, category)) ?? { displayName, iconName, description };
  },
};

/** Whether a category is built in. */
export function isKnownCategory(category: string): category is KnownCategory {
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
