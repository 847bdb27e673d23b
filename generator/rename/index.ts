export { isId } from "../names/tool-names.js";
export { changedLines } from "../output/short-diff.js";
export { planRename, type RenameProject } from "./plan-rename.js";
export type { FileRename, RenamePlan, RenameRequest } from "./rename-plan.js";
