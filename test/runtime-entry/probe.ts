import {
  createEnvelope,
  getPayload,
  ToolExecutor,
  ToolRegistry,
  ToolResult,
  wrapPayload,
} from "@toolkiln/runtime";
import { inferView, isDataOfKind } from "@toolkiln/runtime/kinds";
import { fileRead } from "../../generated/tools/file-read.js";

/** What the probe found; plain data, so that it can leave a browser. */
export interface ProbeFindings {
  readonly status: string;
  readonly invalid: string;
  readonly context: string;
  readonly contentType: string;
  readonly payload: unknown;
  readonly view: string;
  readonly checked: readonly boolean[];
  readonly evaluates: boolean;
}

/** Uses the runtime as an application does that has no file system: a generated tool, called and rendered. */
export async function probe(): Promise<ProbeFindings> {
  const tool = fileRead.implement(({ path }) =>
    ToolResult.succeeded({ path, content: "héllo 😀", size: 11 }, "Read"),
  );
  const registry = new ToolRegistry();
  registry.registerTool(tool);
  const executor = new ToolExecutor(registry, { paths: { resolve: async (path) => ({ ok: true, path }) } });
  const scope = { workspacePath: "/workspace" };
  const { status, result, envelope } = await executor.dispatch("file-read", { path: "a.txt" }, scope);
  const invalid = await executor.dispatch("file-read", { path: 1, encoding: "utf8" }, scope);
  return {
    status,
    invalid: invalid.status,
    context: result.toLlmContext().replace(/\nDuration: \d+ms$/, ""),
    contentType: envelope.contentType,
    payload: getPayload(wrapPayload(result.data, createEnvelope({ ...envelope, tool: "probe" }))),
    view: inferView(result),
    checked: [isDataOfKind("text", { content: "x" }), isDataOfKind("text", { content: 1 })],
    evaluates: canEvaluate(),
  };
}

function canEvaluate(): boolean {
  try {
    return Reflect.construct(Function, ["return true"])() === true;
  } catch {
    return false;
  }
}
