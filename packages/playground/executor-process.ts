import { messageOf, type Reply, type Request } from "./executor/messages.js";
import { ToolDesk } from "./executor/tool-desk.js";

// The process that loads and runs implementations. Modules that were imported once stay as they were, so the server
// starts a new process when they change.

let desk: ToolDesk | undefined;
let isRetired = false;

function send(reply: Reply): void {
  process.send?.(reply, undefined, {}, endWhenIdle);
}

function endWhenIdle(): void {
  if (isRetired && desk?.isIdle !== false) end();
}

function end(): void {
  void Promise.resolve(desk?.dispose()).finally(() => process.exit());
}

async function answer(request: Request): Promise<void> {
  const { id } = request;
  try {
    send({ id, answer: await perform(request) });
  } catch (error) {
    send({ id, refusal: messageOf(error) });
  }
}

async function perform({ name, given }: Request): Promise<Extract<Reply, { answer: unknown }>["answer"]> {
  if (name === "open") {
    desk = await ToolDesk.open(given, (runId, change) => send({ runId, change }));
    return undefined;
  }
  if (name === "retire") isRetired = true;
  if (name === "retire" || desk === undefined) return undefined;
  switch (name) {
    case "check":
      return desk.check(given);
    case "run":
      return desk.run(given);
    case "test":
      return desk.test(given);
    case "decide":
      return desk.decide(given);
    case "cancel":
      return desk.cancel(given);
    default:
      return name satisfies never;
  }
}

process.on("message", (request: Request) => void answer(request));
process.on("disconnect", end);
process.on("unhandledRejection", (reason) => {
  if (desk?.failCaller(reason) !== true) process.stderr.write(`Unhandled rejection: ${messageOf(reason)}\n`);
});
