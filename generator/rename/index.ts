export { isId } from "../names/tool-names.js";
export { changedLines } from "../output/short-diff.js";
export { planRename } from "./plan-rename.js";
export type { FileRename, RenamePlan, RenameProject, RenameRequest } from "./rename-plan.js";
