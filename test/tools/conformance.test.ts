import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { JsonSchemaObject } from "@toolkiln/runtime";
import { argumentArbitrary, describeTool, nearMisses } from "@toolkiln/runtime/testing";
import fc, { sample } from "fast-check";
import { describe, expect, it } from "vitest";
import { registry, type ToolId } from "../../generated/registry.js";
import { isFullRun } from "../support/repository.js";
import { workbench, type Workbench } from "./workbench.js";

const runs = isFullRun ? 200 : 30;

/** Error codes that the executor may return for any tool. */
const general = new Set(["ValidationFailed", "Cancelled", "Timeout", "NotAvailable"]);

/** Programs that are harmless with any arguments; random values become arguments, input and variables. */
const harmless: readonly (readonly string[])[] = [
  ["node", "-e", "process.exit(process.argv.length % 3)"],
  ["node", "-e", "process.stdin.pipe(process.stdout)"],
  ["node", "-e", "console.log(JSON.stringify([process.argv.slice(1), process.env]))"],
  ["node", "-e", "process.kill(process.pid, 'SIGKILL')"],
  ["echo"],
  ["printf", "%s"],
  ["false"],
  ["cat", "--"],
  ["no-such-program"],
];

/** Harmless shell commands. */
const lines = [
  "echo $HOME",
  "exit 3",
  "cat",
  "printf '%s' \"$PWD\"",
  "true && false",
  "kill -9 $$",
  "nonsense-xyz",
];

/** Responses of every kind, by path. */
const answers: RequestListener = (request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  if (pathname === "/redirect") response.writeHead(302, { location: "/text" }).end();
  else if (pathname === "/loop") response.writeHead(307, { location: "/loop" }).end();
  else if (pathname === "/away") response.writeHead(301, { location: "http://169.254.169.254/" }).end();
  else if (pathname === "/binary") response.setHeader("content-type", "image/png").end(Buffer.alloc(5000, 7));
  else if (pathname === "/broken") response.socket?.destroy();
  else if (pathname === "/error") response.writeHead(500).end("oh no");
  else request.pipe(response);
};

/** URLs of the test server in several notations, and URLs that must be refused. */
function urls(server: string): readonly string[] {
  const { port } = new URL(server);
  return [
    ...["/text", "/redirect", "/loop", "/away", "/binary", "/broken", "/error", "/a%20b?x=%00#y"].map(
      (path) => `${server}${path}`,
    ),
    `http://localhost:${port}/text`,
    `http://user:word@127.0.0.1:${port}/`,
    "http://127.0.0.1:9/",
    "http://[::1]:9/",
    "http://10.0.0.1/",
    "http://0x7f.1/",
    "http://169.254.169.254/latest",
    "https://127.0.0.1:9/",
    "http://kiln.invalid/",
    "http://:80",
    "http://[",
    "http://a b/",
  ];
}

type Tamed = (input: Record<string, unknown>, index: number, server: string) => Record<string, unknown>;

/** Replaces random programs and addresses with harmless ones. */
const tamed: Partial<Record<ToolId, Tamed>> = {
  "terminal-execute": ({ command, shell, ...input }, index) => ({
    ...input,
    ...(shell === undefined
      ? { command: [...(harmless[index % harmless.length] ?? []), ...strings(command)] }
      : { shell: lines[index % lines.length] }),
    cwd: paths[index % paths.length],
    timeoutSeconds: 5,
  }),
  "http-request": ({ timeout: _timeout, ...input }, index, server) => {
    const all = urls(server);
    return { ...input, url: all[index % all.length], timeoutSeconds: 1 };
  },
};

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map((item) => String(item).replaceAll("\0", "").slice(0, 100)) : [];
}

/** Half of the paths exist, so that implementations run. */
const paths = ["a.txt", "folder", "folder/b.json", ".", "missing", "image.svg", "../outside", "a.txt/x"];

function aim(input: Record<string, unknown>, pick: number): Record<string, unknown> {
  const pathLike = new Set(["path", "from", "to", "cwd"]);
  const entries = Object.entries(input).map(([name, value], index) =>
    pathLike.has(name) && typeof value === "string"
      ? [name, paths[(pick + index) % paths.length]]
      : [name, value],
  );
  return Object.fromEntries(entries) as Record<string, unknown>;
}

async function startServer(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(answers);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function namedCodes(description: string): Set<string> {
  const list = /Error codes: ([A-Za-z, ]+)\./.exec(description)?.[1] ?? "";
  return new Set(list.split(", ").filter(Boolean));
}

/** Inputs that satisfy a schema; the schema of a tool's parameters is always that of an object. */
function draw(schema: JsonSchemaObject, numRuns: number, seed: number): Record<string, unknown>[] {
  return sample(argumentArbitrary(fc, schema) as fc.Arbitrary<Record<string, unknown>>, { numRuns, seed });
}

function freshBench(): Workbench {
  const bench = workbench({ "a.txt": "hello\n", "folder/b.json": '{"a":1}', "image.svg": "<svg/>" });
  bench.git("init", "--quiet", "--initial-branch=main");
  bench.git("config", "user.name", "Kiln");
  bench.git("config", "user.email", "kiln@example.com");
  return bench;
}

const handles = [...registry.tools];
const tools = await Promise.all(handles.map((handle) => handle.load()));

for (const tool of tools) describeTool(tool, { describe, it });

describe.each(tools.map((tool) => ({ id: tool.contract.id as ToolId, tool })))("$id", ({ id, tool }) => {
  const { spec } = tool.contract;
  const allowed = new Set([...general, ...namedCodes(spec.description)]);

  it(`answers ${runs} generated inputs only with documented error codes`, async () => {
    using bench = freshBench();
    await using server = await startServer();
    const inputs = draw(spec.inputSchema, runs, 20);
    const unexpected: string[] = [];
    let reached = 0;
    for (const [index, drawn] of inputs.entries()) {
      const input = tamed[id]?.({ ...drawn }, index, server.url) ?? aim({ ...drawn }, index);
      // Every other call may reach the local server.
      const inject = { allowPrivateAddresses: index % 2 === 0 };
      const { status, result } = await bench.dispatch(id, input, spec.inject === undefined ? {} : { inject });
      if (status === "completed" || status === "failed") reached++;
      if (!result.success && !allowed.has(result.error.code ?? "")) {
        unexpected.push(
          `${result.error.code ?? ""}: ${result.error.message} for ${JSON.stringify(input).slice(0, 200)}`,
        );
      }
    }
    expect(unexpected).toEqual([]);
    expect(reached).toBeGreaterThan(0);
  }, 180_000);

  it(`rejects ${runs} near misses before its implementation runs`, async () => {
    using bench = freshBench();
    const samples = draw(spec.inputSchema, runs, 21);
    const misses = samples.flatMap((sample) => [...nearMisses(spec.inputSchema, sample)]).slice(0, runs);
    const accepted: string[] = [];
    for (const { title, input } of misses) {
      const { status } = await bench.dispatch(id, input);
      if (status !== "invalid") accepted.push(`${title}: ${status}`);
    }
    expect(accepted).toEqual([]);
    expect(misses).toHaveLength(runs);
  }, 120_000);
});
