// An application that handles no signal. Runs a shell command with terminal-execute until it is told how to exit.
import { ToolExecutor } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { registry } from "@toolkiln/tools/registry";

const [workspacePath, shell] = process.argv.slice(2);
const executor = new ToolExecutor(registry, {
  paths: new WorkspacePathPolicy(),
  approve: () => ({ decision: "approve" }),
});
void executor.execute("terminal-execute", { shell }, { workspacePath });

process.stdin.on("data", (word) => {
  if (String(word) === "exit") process.exit();
  throw new Error("Not caught");
});
process.stdin.on("end", () => process.exit());
