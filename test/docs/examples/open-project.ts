import { loadRegistry, openProject, runManifestTests } from "@toolkiln/project";
import { ToolExecutor } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";

const project = await openProject({ cwd: "." });
const executor = new ToolExecutor(await loadRegistry(project), { paths: new WorkspacePathPolicy() });
const call = { workspacePath: project.root };
const { result } = await executor.dispatch("directory-list", { path: "docs/decisions" }, call);
console.log(result.success); // → true

const { outcomes } = await runManifestTests(project, { ids: ["file-read"] });
console.log(outcomes.every(({ status }) => status === "passed")); // → true
