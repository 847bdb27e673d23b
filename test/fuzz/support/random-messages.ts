import type { Random } from "../../generator/support/random.js";
import { replaceSomewhere } from "./replace-somewhere.js";

/** The id of the request that ends an exchange; no random message has it. */
export const lastId = "the last request";

const clientInfo = { name: "fuzz", version: "1" };
const newMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": clientInfo,
  "io.modelcontextprotocol/clientCapabilities": {},
};
const call = (name: string, input: object, more: object = {}) => ({
  method: "tools/call",
  params: { name, arguments: input, ...more },
});
const templates: readonly object[] = [
  {
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: { elicitation: {} }, clientInfo },
  },
  { method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } },
  { method: "ping" },
  { method: "tools/list", params: { cursor: "1" } },
  { method: "tools/list", params: { _meta: newMeta } },
  { method: "server/discover", params: { _meta: newMeta } },
  call("echo", { text: "a" }),
  call("echo", { text: "a" }, { _meta: newMeta }),
  call("echo", { text: 1 }, { _meta: { progressToken: 1 } }),
  call("deploy", { version: "1", labels: { a: 1 } }, { _meta: newMeta }),
  call("slow", { steps: 1 }, { _meta: { progressToken: "p" } }),
  call("picture", {}),
  call("odd", {}),
  call("broken", {}),
  { method: "logging/setLevel", params: { level: "debug" } },
  { method: "resources/list" },
  { method: "prompts/get", params: { name: "x" } },
  { method: "completion/complete", params: { ref: { type: "ref/prompt", name: "x" }, argument: {} } },
  { method: "notifications/initialized" },
  { method: "notifications/cancelled", params: { requestId: 1 } },
  { method: "notifications/progress", params: { progressToken: 1, progress: 1 } },
  { result: { action: "accept", content: {} } },
  { error: { code: -1, message: "x" } },
];
const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  "",
  "echo",
  "__proto__",
  "\u0000",
  "\u2028",
]
  .concat(["\uD800", "constructor", "2.0", "tools/call", "a".repeat(300)] as never[])
  .concat([
    [],
    {},
    [[]],
    { a: { a: { a: [] } } },
    ["a", 1],
    { _meta: null },
    { progressToken: {} },
  ] as never[]);

/** The text of one message: as a client would write it, with wrong values in it, or damaged. */
function randomMessage(random: Random, id: number): string {
  const template = random.pick(templates);
  const isNotification = "method" in template && String(template.method).startsWith("notifications/");
  let message: unknown = { jsonrpc: "2.0", ...(!isNotification && { id }), ...template };
  const odd = (): unknown => oddValues[random.integer(0, oddValues.length - 1)];
  for (let count = random.integer(0, 2); count > 0; count--) message = replaceSomewhere(message, random, odd);
  if (random.chance(0.05)) message = [message, message];
  const text = JSON.stringify(message);
  return random.chance(0.1) ? damaged(text, random) : text;
}

function damaged(text: string, random: Random): string {
  const [from, length] = [random.integer(0, text.length), random.integer(0, 4)];
  const added = random.pick(["", "{", '"', "\\", "\r", "\u0000", "[", ",", "\\ud800", "\uFEFF", "1e999"]);
  return text.slice(0, from) + added + text.slice(from + length);
}

/** Some messages, in most cases after those that open a connection. */
export function randomMessages(random: Random): string[] {
  const opening = [templates[0], { method: "notifications/initialized" }].map((message, index) =>
    JSON.stringify({ jsonrpc: "2.0", ...(index === 0 && { id: 0 }), ...message }),
  );
  const messages = Array.from({ length: random.integer(1, 6) }, (_, index) =>
    randomMessage(random, index + 1),
  );
  return random.chance(0.7) ? [...opening, ...messages] : messages;
}

/** The ids of the requests that need a response: those that are well-formed, have a unique id and are not cancelled. */
export function answerableIds(texts: readonly string[]): (string | number)[] {
  const messages = texts.map(parsed);
  const named = messages
    .flat()
    .flatMap((message) => [fieldsOf(message).id, fieldsOf(message).params?.requestId]);
  return messages
    .flatMap((message) => (isRequest(message) ? [message.id] : []))
    .filter((id) => named.indexOf(id) === named.lastIndexOf(id));
}

interface WireRequest {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly method: string;
}

function isRequest(message: unknown): message is WireRequest {
  if (typeof message !== "object" || message === null || Array.isArray(message)) return false;
  const { jsonrpc, id, method, params, ...others } = message as Record<string, unknown>;
  const hasId = typeof id === "string" || Number.isSafeInteger(id);
  const hasParams =
    params === undefined || (typeof params === "object" && params !== null && !Array.isArray(params));
  return (
    jsonrpc === "2.0" && hasId && typeof method === "string" && hasParams && Object.keys(others).length === 0
  );
}

interface Fields {
  readonly id?: unknown;
  readonly params?: { readonly requestId?: unknown } | null;
}

function fieldsOf(message: unknown): Fields {
  return message ?? {};
}

function parsed(text: string): unknown {
  try {
    // Servers ignore a byte order mark, as JSON's standard allows.
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
