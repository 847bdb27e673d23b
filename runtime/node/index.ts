export { WorkspacePathPolicy } from "./workspace-path-policy.js";
