import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ToolExecutor, type ExecuteOptions, type ToolExecution } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { registry, type ToolData, type ToolId, type ToolInputs } from "../../generated/registry.js";

/** A temporary workspace for tools; calls that need approval are approved. */
export interface Workbench extends Disposable {
  readonly root: string;
  /** Absolute path of something in the workspace. */
  at(path: string): string;
  write(path: string, content: string | Uint8Array): void;
  makeDirectory(path: string): void;
  /** Makes a symbolic link to something in the workspace. */
  link(target: string, path: string): void;
  /** Creates a hard link to a file. */
  hardLink(target: string, path: string): void;
  git(...args: readonly string[]): string;
  /** Calls a tool with input that may be invalid. */
  dispatch(id: string, input: unknown, options?: ExecuteOptions): Promise<ToolExecution>;
  run<Id extends ToolId>(
    id: Id,
    input: ToolInputs[Id],
    options?: ExecuteOptions,
  ): Promise<ToolExecution<ToolData[Id]>>;
  /** Calls a tool without an approver. */
  runUnapproved<Id extends ToolId>(id: Id, input: ToolInputs[Id]): Promise<ToolExecution<ToolData[Id]>>;
}

/** Makes a workbench with some files in it. */
export function workbench(files: Readonly<Record<string, string>> = {}): Workbench {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolkiln-tools-")));
  const paths = new WorkspacePathPolicy();
  const executor = new ToolExecutor(registry, { paths, approve: () => ({ decision: "approve" }) });
  const unattended = new ToolExecutor(registry, { paths });
  const bench: Workbench = {
    root,
    at: (path) => join(root, path),
    write(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    makeDirectory: (path) => mkdirSync(join(root, path)),
    link: (target, path) => symlinkSync(target, join(root, path)),
    hardLink: (target, path) => linkSync(join(root, target), join(root, path)),
    git: (...args) =>
      execFileSync("git", ["-c", "user.name=Kiln", "-c", "user.email=kiln@example.com", ...args], {
        cwd: root,
        encoding: "utf8",
        env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" },
      }),
    dispatch: (id, input, options = {}) => executor.dispatch(id, input, { workspacePath: root, ...options }),
    // The registry's types describe the result; `dispatch` is used because options differ from tool to tool.
    run: async <Id extends ToolId>(id: Id, input: ToolInputs[Id], options: ExecuteOptions = {}) =>
      (await executor.dispatch(id, input, { workspacePath: root, ...options })) as ToolExecution<
        ToolData[Id]
      >,
    runUnapproved: async <Id extends ToolId>(id: Id, input: ToolInputs[Id]) =>
      (await unattended.dispatch(id, input, { workspacePath: root })) as ToolExecution<ToolData[Id]>,
    [Symbol.dispose]() {
      void executor.dispose();
      void unattended.dispose();
      rmSync(root, { recursive: true, force: true });
    },
  };
  for (const [path, content] of Object.entries(files)) bench.write(path, content);
  return bench;
}

/** The data of a call; throws if it failed. */
export function dataOf<Data>({ status, result }: ToolExecution<Data>): Data {
  if (!result.success) throw new Error(`${status}: ${result.error.code ?? ""} ${result.error.message}`);
  return result.data;
}

/** The error code of a call; throws if it succeeded. */
export function codeOf({ result }: ToolExecution): string | undefined {
  if (result.success) throw new Error("The call succeeded.");
  return result.error.code;
}
