export type { Bump, Change, ChangeClass, ChangeCode } from "./change.js";
export { bumpOf, changeClasses } from "./change.js";
export { targetsOf, type CostChange } from "./compare-definitions.js";
export { compareVersions, type ChangeReport } from "./compare-versions.js";
export { formatChange, markdownChanges, markdownReport } from "./format-changes.js";
export { gitHost } from "./git-host.js";
export { readCatalog, readVersion, type ToolVersion } from "./tool-version.js";
