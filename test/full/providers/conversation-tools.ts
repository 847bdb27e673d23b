import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTool, mergeRegistries, ToolExecutor, ToolRegistry, ToolResult } from "@toolkiln/runtime";
import { FileApprovalStore, WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { z } from "zod";
import { registry as pack } from "../../../generated/registry.js";

/** One red pixel. */
export const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

const slow = defineTool({
  id: "count_up",
  description: "Count.",
  input: z.object({ to: z.number() }),
  async run({ to }, context) {
    for (let step = 1; step <= to; step++) {
      context.reportProgress(`step ${step}`, step, to);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return { counted: to };
  },
});

const issue = defineTool({
  id: "issue_get",
  description: "Read an issue.",
  input: z.object({ number: z.number() }),
  run: ({ number }) => ToolResult.failed(`There is no issue ${number}.`, "IssueNotFound"),
});

/** The tools of the conversations: the pack, one that reports its progress, and one that fails. */
export const registry = mergeRegistries(pack, ToolRegistry.of(slow, issue));

/** The key that processes share. */
export const approvalKey = "a key that all processes of the conversation have";

/** A workspace with an image and two files, and executors as each process of an application creates them. */
export class Conversation {
  readonly workspace: string;
  readonly store: string;

  private constructor(workspace: string, store: string) {
    this.workspace = workspace;
    this.store = store;
  }

  static async open(): Promise<Conversation> {
    const workspace = await mkdtemp(join(tmpdir(), "conversation-"));
    await writeFile(join(workspace, "dot.png"), Buffer.from(png, "base64"));
    await writeFile(join(workspace, "a.txt"), "a");
    await writeFile(join(workspace, "b.txt"), "b");
    return new Conversation(workspace, await mkdtemp(join(tmpdir(), "approvals-")));
  }

  /** The options of every call. */
  get call(): { workspacePath: string; sessionId: string } {
    return { workspacePath: this.workspace, sessionId: "s1" };
  }

  executor(): ToolExecutor<NonNullable<(typeof registry)["contracts"]>> {
    const approvals = { key: approvalKey, store: new FileApprovalStore(this.store) };
    return new ToolExecutor(registry, { paths: new WorkspacePathPolicy(), approvals });
  }

  async has(name: string): Promise<boolean> {
    return readFile(join(this.workspace, name)).then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {
    await rm(this.workspace, { recursive: true });
    await rm(this.store, { recursive: true });
  }
}
