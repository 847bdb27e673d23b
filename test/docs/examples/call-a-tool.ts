import { ToolExecutor } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { registry } from "@toolkiln/tools/registry";

const executor = new ToolExecutor(registry, { paths: new WorkspacePathPolicy() });
const call = { workspacePath: process.cwd() };
const { status, result } = await executor.execute("file-read", { path: "README.md" }, call);

if (result.success) console.log(status, result.data.size > 0); // → completed true
else console.error(result.error.message);
