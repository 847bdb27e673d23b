// Compiled with the tests, never run: @ts-expect-error marks each line that must not compile.
import { trace } from "@opentelemetry/api";
import { type ToolExecutionContext, ToolExecutor, ToolRegistry, type Tracer } from "@toolkiln/runtime";
import type { ToolContract } from "@toolkiln/runtime/codegen/v1";
import { expectTypeOf } from "vitest";

interface Injected {
  userId: string;
}
declare const plain: ToolContract<{ a: number }, { a: number }, { b: string }, "plain">;
declare const injected: ToolContract<
  { a: number },
  { a: number; userId: string },
  string,
  "injected",
  Injected
>;
/** The application supplies `user` under the key `userId`. */
declare const renamed: ToolContract<
  { a: number; b?: string },
  { a: number; b?: string; user: string },
  string,
  "renamed",
  Injected
>;
declare const registry: ToolRegistry<{ plain: typeof plain; injected: typeof injected }>;

/** The same in an object that allows additional properties. */
declare const keyed: ToolContract<
  { a: number; [key: string]: unknown },
  { a: number; user?: string; [key: string]: unknown },
  string,
  "keyed",
  { userId?: string }
>;

type Output<
  T extends { readonly "~standard": { readonly types?: { readonly output: unknown } | undefined } },
> = NonNullable<T["~standard"]["types"]>["output"];

/** The output of the Standard Schema has no injected parameter, whatever key supplies it. */
export function standardOutputs(): void {
  expectTypeOf<Output<typeof plain>>().toEqualTypeOf<{ a: number }>();
  expectTypeOf<Output<typeof injected>>().toEqualTypeOf<{ a: number }>();
  expectTypeOf<Output<typeof renamed>>().toEqualTypeOf<{ a: number; b?: string }>();
  expectTypeOf<Output<typeof keyed>>().toEqualTypeOf<{ a: number; [key: string]: unknown }>();
}

/** A tool's call to another tool by its contract is typed like a call from the application. */
export async function nestedCalls(context: ToolExecutionContext): Promise<void> {
  const { result } = await context.execute(plain, { a: 1 });
  if (result.success) expectTypeOf(result.data).toEqualTypeOf<{ b: string }>();
  await context.execute(injected, { a: 1 }, { inject: { userId: "u" } });
  // @ts-expect-error the injected value is missing
  await context.execute(injected, { a: 1 });
  // @ts-expect-error wrong input
  await context.execute(plain, { a: "1" });
  // @ts-expect-error unknown parameter
  await context.execute(plain, { a: 1, c: 1 });
  const untyped = await context.execute("plain", { anything: true });
  expectTypeOf(untyped.result.data).toBeUnknown();
}

export async function typedCalls(): Promise<void> {
  const executor = new ToolExecutor(registry);
  const { result } = await executor.execute("plain", { a: 1 });
  if (result.success) result.data.b satisfies string;
  await executor.execute("injected", { a: 1 }, { inject: { userId: "u" } });
  // @ts-expect-error the injected value is missing
  await executor.execute("injected", { a: 1 });
  // @ts-expect-error the injected value has the wrong type
  await executor.execute("injected", { a: 1 }, { inject: { userId: 1 } });
  // @ts-expect-error no such tool
  await executor.execute("none", { a: 1 });
  // @ts-expect-error wrong input
  await executor.execute("plain", { a: "1" });
}

/** Methods that inspect a call are typed like the call; an id that is known only at run time accepts any input. */
export async function typedQuestions(id: string, input: unknown): Promise<void> {
  const executor = new ToolExecutor(registry);
  await executor.validate("plain", { a: 1 });
  await executor.validate(id, input);
  await executor.prepare(id, input, { inject: { userId: "u" } });
  // @ts-expect-error no such tool
  await executor.validate("none", { a: 1 });
  // @ts-expect-error wrong input
  await executor.getEffectiveRiskLevel("plain", { a: "1" });
  // @ts-expect-error the injected value is missing
  await executor.getExecutionSummary("injected", { a: 1 });
}

export async function typedApprovals(): Promise<void> {
  const executor = new ToolExecutor(registry);
  const prepared = await executor.prepare("plain", { a: 1 });
  switch (prepared.status) {
    case "ready": {
      const { result } = await prepared.run();
      if (result.success) result.data.b satisfies string;
      break;
    }
    case "approvalRequired":
      await executor.resume(prepared.token, { decision: "approve" });
      // @ts-expect-error not a decision
      await executor.resume(prepared.token, true);
      break;
    case "refused":
      prepared.execution.status satisfies string;
      break;
    default:
      prepared satisfies never;
  }
}

export const options = new ToolExecutor(new ToolRegistry(), {
  // @ts-expect-error no such risk
  policy: { autoApproveUpTo: "harmless" },
});

/** An OpenTelemetry tracer is assignable to our `Tracer`. */
export const tracer: Tracer = trace.getTracer("test");
