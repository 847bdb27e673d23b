import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { codeOf, workbench } from "./workbench.js";

interface Address {
  readonly address: string;
  readonly family: number;
}

/** The part of ipaddr.js that the tool uses. */
interface AddressReader {
  isValid(address: string): boolean;
  process(address: string): unknown;
}

/** The addresses of each name, one list per lookup; later lookups return the last list. */
const { answers, asked } = vi.hoisted(() => ({
  answers: new Map<string, (readonly string[])[]>(),
  asked: [] as string[],
}));

vi.mock("node:dns", () => ({
  lookup: (
    name: string,
    _options: unknown,
    callback: (error: Error | null, addresses: readonly Address[]) => void,
  ) => {
    asked.push(name);
    const left = answers.get(name) ?? [[]];
    const addresses = (left.length > 1 ? left.shift() : left[0]) ?? [];
    const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    setImmediate(() => callback(found.length === 0 ? new Error("ENOTFOUND") : null, found));
  },
}));

/** A loopback address that the test treats as public. */
const publicLoopback = "127.0.0.2";

vi.mock("ipaddr.js", async (importOriginal) => {
  const { default: original } = await importOriginal<{ default: AddressReader }>();
  const process = (address: string) => original.process(address === "127.0.0.2" ? "8.8.8.8" : address);
  return { default: { isValid: original.isValid.bind(original), process } };
});

const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? "");
  response.end("internal");
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  asked.length = 0;
  requests.length = 0;
});

/** A public address without a server. */
const unreachable = "198.51.101.1";

async function request(name: string, timeoutSeconds = 5) {
  using bench = workbench();
  const url = `http://${name}:${(server.address() as AddressInfo).port}/`;
  return await bench.run("http-request", { url, timeoutSeconds });
}

describe("http-request to a name", () => {
  it.each([
    ["private.test", ["127.0.0.1"]],
    ["mapped.test", ["::ffff:127.0.0.1"]],
    ["metadata.test", ["169.254.169.254"]],
    ["unique-local.test", ["fd00::1"]],
    ["mixed.test", ["8.8.8.8", "127.0.0.1"]],
    ["mixed-the-other-way.test", ["127.0.0.1", "8.8.8.8"]],
  ])("rejects %s, which resolves to %j", async (name, addresses) => {
    answers.set(name, [addresses]);
    expect(codeOf(await request(name))).toBe("AddressNotAllowed");
    expect(requests).toEqual([]);
  });

  it("connects to the address that was checked, not to the result of a later lookup", async () => {
    answers.set("rebinding.test", [[unreachable], ["127.0.0.1"]]);
    expect(codeOf(await request("rebinding.test", 1))).toBe("RequestFailed");
    expect(asked).toEqual(["rebinding.test"]);
    expect(requests).toEqual([]);
  });

  it("checks the address again for every request", async () => {
    expect(codeOf(await request("rebinding.test"))).toBe("AddressNotAllowed");
    expect(requests).toEqual([]);
  });
});

// Other systems may have only one loopback address.
describe.runIf(process.platform === "linux")("http-request to a server that redirects", () => {
  let location = "";
  const redirecting = createServer((_, response) => response.writeHead(302, { location }).end());
  beforeAll(() => new Promise<void>((resolve) => redirecting.listen(0, publicLoopback, resolve)));
  afterAll(() => {
    redirecting.closeAllConnections();
    redirecting.close();
  });

  it.each([
    "http://127.0.0.1:PORT/",
    "http://private.test:PORT/",
    "http://2130706433:PORT/",
    "//[::1]:PORT/",
  ])("does not follow the redirect to %s", async (target) => {
    using bench = workbench();
    answers.set("public.test", [[publicLoopback]]);
    answers.set("private.test", [["127.0.0.1"]]);
    location = target.replace("PORT", `${(server.address() as AddressInfo).port}`);
    const { port } = redirecting.address() as AddressInfo;
    for (const host of [publicLoopback, "public.test"]) {
      const execution = await bench.run("http-request", { url: `http://${host}:${port}/` });
      expect(codeOf(execution)).toBe("AddressNotAllowed");
    }
    expect(requests).toEqual([]);
  });

  it("follows the redirect to a public address", async () => {
    using bench = workbench();
    const { port } = redirecting.address() as AddressInfo;
    location = `http://${publicLoopback}:${port}/again`;
    expect(codeOf(await bench.run("http-request", { url: `http://${publicLoopback}:${port}/` }))).toBe(
      "TooManyRedirects",
    );
  });
});
