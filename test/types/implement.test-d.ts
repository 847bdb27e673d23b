// Compiled with the tests, never run: @ts-expect-error marks each line that must not compile.
import {
  type AnyTool,
  type AnyToolContract,
  type ToolImplementation,
  type ToolReturn,
  ToolResult,
  ToolResultBuilder,
  type ToolRun,
} from "@toolkiln/runtime";
import type { ToolContract } from "@toolkiln/runtime/codegen/v1";

interface Issue {
  id: number;
  state: "open" | "closed";
  labels: { name: string }[];
}
declare const contract: ToolContract<{ id: number }, { id: number }, Issue, "issue">;
declare const issue: Issue;
declare const output: ToolReturn<Issue>;
declare const run: ToolRun<{ id: number }, Issue>;
declare const implementation: ToolImplementation<{ id: number }, Issue>;

export const someContract: AnyToolContract = contract;

/** Literals keep their types in every form, without `as const`. */
export const accepted: readonly AnyTool[] = [
  contract.implement(async ({ id }) => ({ id, state: "open", labels: [{ name: "bug" }] })),
  contract.implement(({ id }) => ({ id, state: "open", labels: [] })),
  contract.implement(async ({ id }) => ToolResult.succeeded({ id, state: "open", labels: [] }, "Done")),
  contract.implement(({ id }) => ToolResult.succeeded({ id, state: "open", labels: [] })),
  contract.implement(async ({ id }) =>
    ToolResult.succeededWithArtifacts([], { id, state: "open", labels: [] }),
  ),
  contract.implement(async ({ id }) =>
    ToolResultBuilder.success()
      .withData({ id, state: "open", labels: [{ name: "bug" }] })
      .withSummary("1 issue")
      .build(),
  ),
  contract.implement(async ({ id }) => ({
    kind: "structured",
    data: { id, state: "open", labels: [] },
    summary: "1 issue",
    display: { preferredView: "tree" },
  })),
  contract.implement(async ({ id }) => {
    if (id < 0) return ToolResult.failed("There is no such issue.", "NotFound");
    if (id === 0) return { kind: "structured", data: issue };
    return { id, state: "closed", labels: [] };
  }),
  contract.implement({
    async run({ id }) {
      return { id, state: "open", labels: [] };
    },
    getExecutionSummary: ({ id }) => `Read issue ${id}`,
  }),
  contract.implement(() => output),
  contract.implement(async () => output),
  contract.implement(run),
  contract.implement(implementation),
  contract.implement(async () => JSON.parse("{}")),
  contract.implement(async () => {
    throw new Error("not yet");
  }),
];

interface Tree {
  name: string;
  children?: Tree[];
  bytes?: Uint8Array;
  at?: Date;
}
interface LargerTree {
  name: string;
  size: number;
  children: LargerTree[];
}
interface Nested {
  lists: { a: number }[] | { b: string }[];
  meta?: { size: number } | null;
  free?: object;
}
type Shape = { type: "circle"; radius: number } | { type: "square"; side: number };
declare const tree: ToolContract<object, object, Tree, "tree">;
declare const largerTree: LargerTree;
declare const shape: ToolContract<object, { round: boolean }, Shape, "shape">;
declare const open: ToolContract<object, object, Record<string, unknown>, "open">;
declare const nested: ToolContract<object, object, Nested, "nested">;
declare const unknownData: ToolContract<object, object, unknown, "unknown">;

export const otherData: readonly AnyTool[] = [
  tree.implement(async () => ({
    name: "a",
    children: [{ name: "b" }],
    bytes: Buffer.from(""),
    at: new Date(),
  })),
  // @ts-expect-error a property that the data does not have, in a recursive type
  tree.implement(async () => largerTree),
  shape.implement(async ({ round }) => (round ? { type: "circle", radius: 1 } : { type: "square", side: 1 })),
  // @ts-expect-error the property of another alternative
  shape.implement(async () => ({ type: "circle", side: 1 })),
  open.implement(async () => ({ any: 1 })),
  nested.implement(async () => ({ lists: [{ b: "" }], meta: null, free: { any: 1 } })),
  nested.implement(async () => ({ lists: [{ a: 1 }], meta: { size: 1 } })),
  // @ts-expect-error an excess property of an optional object
  nested.implement(async () => ({ lists: [{ a: 1 }], meta: { size: 1, color: "red" } })),
  unknownData.implement(async () => {}),
  unknownData.implement(async (_params, context) => context.reportProgress("Half", 50)),
  // @ts-expect-error a method that is called without the context
  unknownData.implement(async (_params, context) => context.reportProgress.call(undefined, "Half", 50)),
];
