export { causeText } from "./cause-text.js";
export { chooseToolset, type ToolFilter } from "./choose-toolset.js";
export { loadConfig } from "./config/load-config.js";
export { didYouMean } from "./did-you-mean.js";
export { describeDrift, driftOf, notGenerated } from "./drift.js";
export { findModel } from "./find-model.js";
export { implementationFile } from "./implementation-file.js";
export { importModule, type Exports } from "./import-module.js";
export { loadProjects, serveTools, type LoadedProjects, type ServedTools } from "./load-projects.js";
export { loadRegistry } from "./load-registry.js";
export { loadTool } from "./load-tool.js";
export {
  openProject,
  openProjects,
  pathIn,
  workingFolder,
  type Project,
  type ProjectOptions,
} from "./open-project.js";
export { asRefusal, ProjectError } from "./project-error.js";
export {
  loadServices,
  type ProjectServices,
  type ServicesModule,
  type ServicesRequest,
} from "./project-services.js";
export {
  runManifestTests,
  type ManifestTestOptions,
  type ManifestTestRun,
} from "./manifest-tests/run-manifest-tests.js";
export type { TestOutcome } from "./manifest-tests/run-test.js";
export { workspaceFolder } from "./workspace-folder.js";
