import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { ToolExecution } from "@toolkiln/runtime";
import type { HttpRequestData } from "../../generated/tools/http-request.js";
import { faults, serveFault, type FaultOutcome } from "./faulty-server.js";
import { workbench } from "./workbench.js";

/** The parts of a call's outcome that an expectation names. */
function outcomeOf({ result }: ToolExecution<HttpRequestData>, expected: FaultOutcome): unknown {
  if (!result.success) {
    const { code, message } = result.error;
    const isExpected = "message" in expected && expected.message.test(message);
    return { code, message: isExpected ? expected.message : message };
  }
  const { status, body, truncated, truncatedBy } = result.data;
  const all: Record<string, unknown> = { status, body, truncated, by: truncatedBy };
  return Object.fromEntries(Object.keys(expected).map((name) => [name, all[name]]));
}

describe("http-request ends in time with a correct result when the server", () => {
  it.each(Object.entries(faults))("%s", async (_, [fault, expected]) => {
    using bench = workbench();
    await using server = await serveFault(fault);
    const call = { url: server.url, timeoutSeconds: 1, maxRedirects: 3, maxBytes: 100_000 };
    const running = bench.run("http-request", call, { inject: { allowPrivateAddresses: true } });
    const execution = await Promise.race([running, wait(15_000)]);
    if (execution === undefined) throw new Error("The request did not end.");
    expect(outcomeOf(execution, expected)).toEqual(expected);
    for (let attempt = 0; attempt < 100 && server.connections.size > 0; attempt++) await wait(20);
    expect(server.connections.size).toBe(0);
  });
});
