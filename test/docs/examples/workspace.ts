import { defineTool, ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { Workspace } from "@toolkiln/runtime/node";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

const saveNote = defineTool({
  id: "save-note",
  description: "Save a note in the workspace.",
  risk: "low",
  category: "custom",
  input: z.object({ name: z.string(), text: z.string() }),
  run: async ({ name, text }, { workspacePath }) => {
    if (workspacePath === undefined) throw new Error("No workspace is set.");
    const workspace = await Workspace.open(workspacePath);
    await workspace.writeFile(name, text, "overwrite"); // also openForWriting, makeDirectory, move, remove
    return workspace.readFile(name, { maxBytes: 1000 }); // also openForReading, list
  },
});

const executor = new ToolExecutor(ToolRegistry.of(saveNote));
const call = { workspacePath: await mkdtemp(join(tmpdir(), "notes-")) };
const saved = await executor.execute("save-note", { name: "a.txt", text: "milk" }, call);
console.log(saved.status); // → completed
const escaped = await executor.execute("save-note", { name: "../a.txt", text: "milk" }, call);
console.log(escaped.status); // → failed
