export { chooseToolset, type ToolFilter } from "./choose-toolset.js";
export { loadConfig } from "./load-config.js";
export { didYouMean, didYouMeanOneOf } from "./did-you-mean.js";
export { describeDrift, driftOf, notGenerated } from "./drift.js";
export { findModel } from "./find-model.js";
export { importModule, type Exports } from "./import-module.js";
export { loadProjects, type LoadedProjects, type LoadOptions } from "./load-projects.js";
export { implementationFile, loadRegistry } from "./load-registry.js";
export {
  openProject,
  openProjects,
  pathIn,
  workingFolder,
  workspaceFolder,
  type Project,
  type ProjectOptions,
} from "./open-project.js";
export { asFileError, ProjectError, reasonOf } from "./project-error.js";
export { loadServices, type ProjectServices, type ServicesModule } from "./project-services.js";
export {
  runManifestTests,
  type ManifestTestOptions,
  type ManifestTestRun,
} from "./manifest-tests/run-manifest-tests.js";
export type { TestOutcome } from "./manifest-tests/run-test.js";
