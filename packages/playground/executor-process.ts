import { ToolDesk, type DeskReply, type DeskRequest, type ExecutorSettings } from "./executor/tool-desk.js";

// The process that loads and runs implementations. Modules that were imported once stay as they were, so the server
// starts a new process when they change. The first message carries the settings.

let desk: ToolDesk | undefined;

function send(reply: DeskReply): void {
  process.send?.(reply);
}

async function answer(id: number, work: () => Promise<unknown>): Promise<void> {
  try {
    send({ id, answer: await work() });
  } catch (error) {
    send({ id, refusal: error instanceof Error ? error.message : String(error) });
  }
}

process.once("message", (settings: ExecutorSettings) => {
  const opened = ToolDesk.open(settings, (runId, change) => send({ runId, change })).then(
    (one) => (desk = one),
  );
  void answer(0, () => opened.then(() => undefined));
  process.on("message", ({ id, name, given }: DeskRequest) => {
    void answer(id, async () => {
      const method: (...values: never[]) => unknown = (await opened)[name];
      return method.apply(await opened, given);
    });
  });
});
process.on("disconnect", () => void Promise.resolve(desk?.dispose()).finally(() => process.exit()));
process.on("unhandledRejection", (reason) => {
  if (desk?.failCaller(reason) !== true) process.stderr.write(`Unhandled rejection: ${String(reason)}\n`);
});
