export { isId } from "../names/tool-names.js";
export { changedLines } from "../output/short-diff.js";
export { planRename, type RenameProject, type RenameRequest } from "./plan-rename.js";
export type { FileRename, RenamePlan, UndecidedPlace } from "./rename-plan.js";
