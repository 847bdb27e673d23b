// Checked by the compiler alone: what must not compile stands behind @ts-expect-error.
import { defineTool, type ToolExecutionContext } from "@toolkiln/runtime";
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

/** A tool in code types its context and names the same services. */
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
