import {
  ToolExecutor,
  ToolRegistry,
  type ToolExecution,
  type ToolExecutorOptions,
  type ToolImplementation,
  type ToolRun,
  type ToolSpec,
} from "@toolkiln/runtime";
import { defineContract, type SchemaValidator } from "@toolkiln/runtime/codegen/v1";

type Params = Record<string, unknown>;
type Body = ToolRun<Params, unknown> | ToolImplementation<Params, unknown>;

/** Options of a test tool, in addition to its id and implementation. */
export interface ToolOptions extends Partial<Omit<ToolSpec, "id">> {
  readonly check?: SchemaValidator;
  readonly checkData?: SchemaValidator;
  readonly matchRules?: (params: unknown) => readonly boolean[];
}

/** A tool that takes any object. */
export function makeTool(id: string, body: Body, options: ToolOptions = {}) {
  const { check, checkData, matchRules, ...spec } = options;
  return defineContract<Params, Params, unknown>({
    id,
    wireName: id,
    name: `Tool ${id}`,
    description: `The tool ${id}.`,
    category: "custom",
    risk: "safe",
    kind: "structured",
    inputSchema: { type: "object" },
    result: {},
    ...spec,
    validators: async () => ({
      params: check ?? isRecord,
      ...(checkData !== undefined && { data: checkData }),
      ...(matchRules !== undefined && { rules: matchRules }),
    }),
  }).implement(body);
}

/** An executor of these tools. */
export function makeExecutor(
  tools: readonly ReturnType<typeof makeTool>[],
  options: ToolExecutorOptions = {},
): ToolExecutor {
  const registry = new ToolRegistry();
  for (const tool of tools) registry.registerTool(tool);
  return new ToolExecutor(registry, options);
}

/** The executions that an executor has completed, in order. */
export function completions(executor: ToolExecutor): ToolExecution[] {
  const seen: ToolExecution[] = [];
  executor.on("completed", (execution) => seen.push(execution));
  return seen;
}

/** Resolves after so many milliseconds. */
export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** A promise with its resolver outside. */
export function deferred<Value = void>(): {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
} {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: (value) => resolve(value) };
}

/** Never settles. */
export function never(): Promise<never> {
  return new Promise(() => {});
}

const isRecord: SchemaValidator = Object.assign(
  (data: unknown) => typeof data === "object" && data !== null && !Array.isArray(data),
  { errors: [{ instancePath: "", schemaPath: "", keyword: "type", params: {}, message: "must be object" }] },
);
