export { isId } from "../names/tool-names.js";
export { lineChanges, type LineChange } from "../output/line-changes.js";
export { planRename, type RenameProject, type RenameRequest } from "./plan-rename.js";
export type { FileRename, RenamePlan, UndecidedPlace } from "./rename-plan.js";
