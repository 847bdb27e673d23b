import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { approvalKey, type Conversation } from "./conversation-tools.js";

/** A conversation for another process to continue. */
export interface Continuation {
  readonly framework: "ai" | "ai-7" | "agents" | "langchain" | "direct";
  /** Messages, the state of a run, or a call that an SDK without a framework reported. */
  readonly state: unknown;
  readonly edits?: Readonly<Record<string, unknown>>;
}

/** Continues a conversation in another process, with the built packages; returns what its model was shown. */
export async function continueElsewhere(
  { workspace, store, call }: Conversation,
  continuation: Continuation,
): Promise<string> {
  const script = fileURLToPath(new URL("second-process.mjs", import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify({ ...continuation, workspace, store, call, approvalKey }));
  let shown = "";
  child.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`the second process ended with ${String(code)}`);
  return shown;
}
