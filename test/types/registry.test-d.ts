// Compiled with the tests, never run: @ts-expect-error marks each line that must not compile.
import { ToolExecutor, type ToolRegistry } from "@toolkiln/runtime";
import { expectTypeOf } from "vitest";
import { fileDelete, fileRead, type FileReadInput, type FileReadParams } from "../../generated/index.js";
import {
  createToolRegistry,
  registry,
  type ToolData,
  type ToolId,
  type ToolImplementations,
  type ToolInputs,
  type ToolParams,
} from "../../generated/registry.js";

const executor = new ToolExecutor(registry);

/** For functions that take any registry. */
export const untyped: ToolRegistry = registry;

export async function calls(): Promise<void> {
  const { result, status } = await executor.execute("file-read", { path: "README.md", encoding: "utf-8" });
  expectTypeOf(status).toEqualTypeOf<
    | "completed"
    | "failed"
    | "invalid"
    | "denied"
    | "cancelled"
    | "timedOut"
    | "unavailable"
    | "notFound"
    | "rejected"
    | "unknown"
  >();
  if (result.success) {
    expectTypeOf(result.data.content).toEqualTypeOf<string>();
    // @ts-expect-error data of another kind
    void result.data.movedTo;
  } else {
    expectTypeOf(result.error.message).toEqualTypeOf<string>();
    expectTypeOf(result.data).toEqualTypeOf<unknown>();
  }

  // @ts-expect-error a parameter of the wrong type
  await executor.execute("file-read", { path: 1 });
  // @ts-expect-error a value that is not in the enum
  await executor.execute("file-read", { path: "a", encoding: "utf8" });
  // @ts-expect-error a missing parameter
  await executor.execute("file-read", {});
  // @ts-expect-error a parameter that the tool does not have
  await executor.execute("file-read", { path: "a", pth: "b" });
  // @ts-expect-error a tool that does not exist
  await executor.execute("file-raed", { path: "a" });
}

export const implementations = {
  asFunction: fileRead.implement(async ({ path, encoding, maxBytes }) => {
    expectTypeOf(path).toEqualTypeOf<string>();
    expectTypeOf(encoding).toEqualTypeOf<"utf-8" | "latin1" | "base64">();
    expectTypeOf(maxBytes).toEqualTypeOf<number>();
    return { path, content: "", size: 0 };
  }),
  // @ts-expect-error data without its content
  wrongData: fileRead.implement(async ({ path }) => ({ path, size: 0 })),
};

const fileReadTool = fileRead.implement(async ({ path }) => ({ path, content: "", size: 0 }));
const fileDeleteTool = fileDelete.implement(async ({ path }) => ({ path, entries: 1 }));

type Two = Pick<ToolImplementations, "file-delete" | "file-read">;

export const wiredByHand: Two = {
  "file-read": fileReadTool,
  "file-delete": () => Promise.resolve({ tool: fileDeleteTool }),
};

// @ts-expect-error tools are missing
export const incomplete = createToolRegistry({ "file-read": fileReadTool });

export const swapped: Two = {
  "file-read": fileReadTool,
  // @ts-expect-error a tool of another contract
  "file-delete": fileReadTool,
};

export const missingModule: Two = {
  "file-read": fileReadTool,
  // @ts-expect-error a file that does not exist
  "file-delete": () => import("../../tools/file-deleet.js"),
};

export const wrongModule: Two = {
  "file-read": fileReadTool,
  // @ts-expect-error the module of another tool
  "file-delete": () => import("../../tools/file-read.js"),
};

expectTypeOf<"file-read">().toExtend<ToolId>();
expectTypeOf<ToolInputs["file-read"]>().toEqualTypeOf<FileReadInput>();
expectTypeOf<ToolParams["file-read"]>().toEqualTypeOf<FileReadParams>();
expectTypeOf<ToolData["file-read"]["content"]>().toEqualTypeOf<string>();
