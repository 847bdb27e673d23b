export { fileArtifact, type FileArtifactOptions } from "./file-artifact.js";
export { WorkspacePathPolicy } from "./workspace-path-policy.js";
