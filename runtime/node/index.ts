export { fileArtifact, type FileArtifactOptions } from "./file-artifact.js";
export { FileApprovalStore } from "./file-approval-store.js";
export { WorkspacePathPolicy } from "./workspace-path-policy.js";
