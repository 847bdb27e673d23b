import { afterAll, beforeAll, expect, it } from "vitest";
import type { Random } from "../generator/support/random.js";
import { EventReader, RawSession } from "../mcp/raw-session.js";
import { sampleExecutor } from "../mcp/sample-tools.js";
import { httpServer } from "../mcp/servers.js";
import { forLong, fuzz } from "./support/fuzz.js";
import { answerableIds, randomMessages } from "./support/random-messages.js";

let server: Awaited<ReturnType<typeof httpServer>>;
let session: RawSession;
beforeAll(async () => {
  server = await httpServer(sampleExecutor({ executionTimeout: 2_000 }));
  session = await RawSession.open((request) => fetch(new Request(server.url, request)));
  if (session.id === undefined) throw new Error("The server opened no session.");
});
afterAll(() => server.close());

/** One request as it is sent; `isInSession` adds the id of a properly initialized session. */
interface Post {
  readonly body: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isInSession: boolean;
}

const properHeaders = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2025-11-25",
};
const headerNames = [
  ...Object.keys(properHeaders),
  "mcp-session-id",
  "last-event-id",
  "mcp-method",
  "mcp-name",
];
const headerValues = [
  "",
  "x",
  "*/*",
  "application/json",
  "text/event-stream",
  "2026-07-28",
  "2025-06-18",
  "a,b",
  "é",
].concat(["tools/call", "echo", "text/plain; charset=utf-8", "a".repeat(2000)]);

function randomPost(random: Random, body: string): Post {
  const isProper = random.chance(0.6);
  const headers = {
    ...properHeaders,
    ...(!isProper && { [random.pick(headerNames)]: random.pick(headerValues) }),
  };
  const method = random.chance(0.95) ? "POST" : random.pick(["GET", "PUT", "DELETE", "OPTIONS", "HEAD"]);
  return { body, method, headers, isInSession: random.chance(0.7) };
}

/** What is wrong with the answer; undefined if nothing is. */
async function problemOf({ body, method, headers, isInSession }: Post): Promise<string | undefined> {
  const signal = AbortSignal.timeout(20_000);
  const { id: sessionId } = session;
  const isOwn = isInSession && method !== "DELETE";
  const response = await fetch(server.url, {
    method,
    headers: { ...headers, ...(isOwn && sessionId !== undefined && { "mcp-session-id": sessionId }) },
    signal,
    ...(method !== "GET" && method !== "HEAD" && { body }),
  });
  if (response.status >= 500) return `a request is answered with ${response.status}`;
  const [id] = answerableIds([body]);
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) {
    await response.text();
    return undefined;
  }
  const events = new EventReader(response);
  for (let event = method === "POST" ? await events.next() : undefined; event; event = await events.next()) {
    // A question to the client counts as an answer, too: the server awaits its reply.
    if (event.id !== undefined) {
      await events.cancel();
      return event.method === undefined && event.id !== id
        ? "a request gets the answer to another"
        : undefined;
    }
  }
  await events.cancel();
  return id === undefined || method !== "POST" ? undefined : "a stream ends without an answer";
}

it("answers or refuses every MCP request over HTTP, and stays healthy", forLong, async () => {
  const findings = await fuzz({
    name: "mcp-http",
    inputs: 60,
    generate: (random) => randomMessages(random).map((body) => randomPost(random, body)),
    async check(posts) {
      for (const post of posts) {
        const problem = await problemOf(post);
        if (problem !== undefined) return problem;
      }
      const health = await fetch(new URL("/health", server.url));
      await health.text();
      return health.status === 200 ? undefined : `/health answers with ${health.status}`;
    },
  });
  expect(findings).toEqual([]);
});
