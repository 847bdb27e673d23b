import { sep } from "node:path";
import { types } from "node:util";
import type { ToolExecution } from "@toolkiln/runtime";
import { tell, visible } from "../output.js";

/** Causes of causes that are told; one may be its own. */
const mostCauses = 5;

/** Tells where a failure was thrown, for whoever runs the tool; its result never says so. */
export function tellCause({ result }: ToolExecution, root: string): void {
  let cause: unknown = result.success ? undefined : result.error.cause;
  for (let depth = 0; depth < mostCauses && types.isNativeError(cause); depth++) {
    tell(visible(`${depth === 0 ? "" : "caused by "}${ownStack(cause, root)}`));
    ({ cause } = cause);
  }
}

/** The stack without what Node, libraries and toolkiln have in it; all of it when nothing else is left. */
function ownStack({ stack = "", name, message }: Error, root: string): string {
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  const isOwn = (frame: string): boolean => {
    const [, below] = frame.split(root + sep);
    return below !== undefined && !below.split(sep).includes("node_modules");
  };
  const own = frames.filter(isOwn);
  return [`${name}: ${message}`, ...(own.length > 0 ? own : frames)].join("\n");
}
