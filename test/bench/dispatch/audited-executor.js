// The executor with everything on, and an audit hook, a logger and a tracer that count what they receive.
import { setUpExecutor } from "./full-executor.js";

export async function setUp() {
  const received = { audit: 0, log: 0, span: 0 };
  const log = () => void received.log++;
  const span = { setAttribute() {}, setStatus() {}, end: () => void received.span++ };
  const executor = await setUpExecutor({
    audit: () => void received.audit++,
    logger: { debug: log, info: log, warn: log, error: log },
    tracer: { startSpan: () => span },
  });
  return {
    call: executor.call,
    async prove() {
      await executor.prove();
      if (Object.values(received).includes(0))
        throw new Error(`Not everything arrived: ${JSON.stringify(received)}`);
    },
  };
}
