// Compiled with the tests, never run: @ts-expect-error marks each line that must not compile.
import {
  defineTool,
  mergeRegistries,
  ToolExecutor,
  withServices,
  type ToolExecutionContext,
  type ToolRegistry,
} from "@toolkiln/runtime";
import type { NothingInjected, ToolContract } from "@toolkiln/runtime/codegen/v1";
import { expectTypeOf } from "vitest";
import { z } from "zod";

interface Services {
  database: { count(): number };
  mailer: { send(to: string): void };
}

declare const noteCount: ToolContract<
  { owner: string },
  { owner: string },
  { count: number },
  "note-count",
  NothingInjected,
  Pick<Services, "database">
>;

/** An implementation sees the services that its manifest names, and no others. */
export const tool = noteCount.implement(({ owner }, { services }) => {
  expectTypeOf(services.database.count()).toEqualTypeOf<number>();
  // @ts-expect-error the manifest does not name `mailer` under `uses`
  services.mailer.send(owner);
  return { count: services.database.count() };
});

/** A tool in code types its context and names the same services under `uses`. */
export const coded = defineTool({
  id: "note-send",
  input: z.object({ to: z.string() }),
  uses: ["mailer"],
  run({ to }, { services }: ToolExecutionContext<Pick<Services, "mailer">>) {
    services.mailer.send(to);
  },
});

// @ts-expect-error the services of the context have to be named under `uses`
defineTool({
  id: "note-forget",
  input: z.object({ to: z.string() }),
  run({ to }: { to: string }, { services }: ToolExecutionContext<Pick<Services, "mailer">>) {
    services.mailer.send(to);
  },
});

defineTool({
  id: "note-misspell",
  input: z.object({ to: z.string() }),
  // @ts-expect-error there is no such service
  uses: ["mailr"],
  run({ to }: { to: string }, { services }: ToolExecutionContext<Pick<Services, "mailer">>) {
    services.mailer.send(to);
  },
});

interface Injected {
  tenant: string;
}
declare const noteSend: ToolContract<
  { to: string },
  { to: string; tenant: string },
  string,
  "note-send",
  Injected,
  Pick<Services, "mailer">
>;
declare const plain: ToolContract<{ a: number }, { a: number }, string, "plain">;
declare const registry: ToolRegistry<{
  "note-count": typeof noteCount;
  "note-send": typeof noteSend;
  plain: typeof plain;
}>;
declare const services: Services;
declare const toolsets: { "read-only": readonly ("note-count" | "plain")[] };

/** An executor needs the services that its tools use. */
export function executors(): void {
  // @ts-expect-error the services are missing
  expectTypeOf(new ToolExecutor(registry));
  // @ts-expect-error the services are missing
  expectTypeOf(new ToolExecutor(registry, {}));
  // @ts-expect-error the mailer is missing
  expectTypeOf(new ToolExecutor(registry, { services: { database: services.database } }));
  // @ts-expect-error the mailer is of another type
  expectTypeOf(new ToolExecutor(registry, { services: { ...services, mailer: { send: 1 } } }));
  expectTypeOf(new ToolExecutor(registry.subset(["plain"]))).toHaveProperty("execute");
  expectTypeOf(new ToolExecutor(registry.subset(toolsets["read-only"]), { services })).toHaveProperty("with");
  // @ts-expect-error there is no such toolset
  expectTypeOf(registry.subset(toolsets["readonly"]));
  // Tools keep their own services when their registry is merged with that of another project.
  const mine = withServices(registry.subset(["note-count"]), services);
  const others = registry.subset(["plain"]);
  expectTypeOf(new ToolExecutor(mergeRegistries(mine, others))).toHaveProperty("with");
}

/** Calls need not supply what their executor or view already supplies. */
export async function views(): Promise<void> {
  const executor = new ToolExecutor(registry, { services });
  // @ts-expect-error the tenant is missing
  await executor.execute("note-send", { to: "ann" });
  const view = executor.with({
    sessionId: "s",
    inject: { tenant: "t" },
    services: { mailer: services.mailer },
  });
  const { result } = await view.execute("note-send", { to: "ann" });
  if (result.success) expectTypeOf(result.data).toEqualTypeOf<string>();
  const supplied = new ToolExecutor(registry, { services, inject: { tenant: "t" } });
  await supplied.execute("note-send", { to: "ann" });
  // @ts-expect-error the tenant must be a string
  executor.with({ inject: { tenant: 1 } });
  // @ts-expect-error no tool takes this value
  executor.with({ inject: { tenat: "t" } });
  // @ts-expect-error there is no such service
  executor.with({ services: { mailr: services.mailer } });
  // @ts-expect-error a view cannot dispose of the executor
  await view.dispose();
}
