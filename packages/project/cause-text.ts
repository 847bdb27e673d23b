import { sep } from "node:path";
import { types } from "node:util";
import type { ToolExecution } from "@toolkiln/runtime";

/** Maximum causes shown; an error can be its own cause. */
const maxCauses = 5;

/** The stack traces of a failed call, which its result omits. Empty when nothing was thrown. */
export function causeText({ result }: ToolExecution, root: string): string {
  const stacks: string[] = [];
  let cause: unknown = result.success ? undefined : result.error.cause;
  while (stacks.length < maxCauses && types.isNativeError(cause)) {
    stacks.push(projectStack(cause, root));
    ({ cause } = cause);
  }
  return stacks.join("\ncaused by ");
}

/** Stack frames inside the project, without Node and libraries; all frames if the project has none. */
function projectStack({ stack = "", name, message }: Error, root: string): string {
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  const isInProject = (frame: string): boolean => {
    const [, below] = frame.split(root + sep);
    return below !== undefined && !below.split(sep).includes("node_modules");
  };
  const own = frames.filter(isInProject);
  return [`${name}: ${message}`, ...(own.length > 0 ? own : frames)].join("\n");
}
