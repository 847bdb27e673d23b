export { MemoryApprovalStore } from "../executor/approval/approval-store.js";
export { FileApprovalStore } from "./file-approval-store.js";
export { fileArtifact, type FileArtifactOptions } from "./file-artifact.js";
export { Workspace, WorkspacePathPolicy, type WriteMode } from "./workspace.js";
export type { PathExpectation } from "./path-checks.js";
export { WorkspacePathError, type WorkspacePathProblem } from "./workspace-path-error.js";
