import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  PARSE_ERROR,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type RequestId,
} from "@modelcontextprotocol/server";
import { isRecord } from "@toolkiln/runtime/json";

/** A JSON-RPC error for an invalid message; `id` is null if the message has no valid id. */
export interface ErrorMessage extends Omit<JSONRPCErrorResponse, "id"> {
  readonly id: RequestId | null;
}

/** The error for invalid JSON. */
export const invalidJson: ErrorMessage = errorMessage(null, PARSE_ERROR, "The message is not valid JSON.");

/** The error for a message above the size limit. */
export function tooLong(limit: number): ErrorMessage {
  return errorMessage(null, INVALID_REQUEST, `The message is longer than ${limit} bytes and was dropped.`);
}

/** The error for a request id that is still in use. */
export function duplicateId(id: RequestId): ErrorMessage {
  return errorMessage(id, INVALID_REQUEST, "A request with this id is still in progress.");
}

/** Returns the error for an invalid message; undefined if it is valid. */
export function checkMessage(message: unknown): ErrorMessage | undefined {
  const problem = messageProblem(message);
  if (problem !== undefined) return errorMessage(readId(message), INVALID_REQUEST, problem);
  const inParams = isRecord(message) ? paramsProblem(message) : undefined;
  return inParams === undefined ? undefined : errorMessage(readId(message), INVALID_PARAMS, inParams);
}

/** The error for a message that `checkMessage` accepts but the SDK rejects; undefined for a reply. */
export function invalidMessage(message: unknown): ErrorMessage | undefined {
  if (!isRecord(message) || message["method"] === undefined) return undefined;
  const text = "The message has keys or values that JSON-RPC does not allow.";
  return errorMessage(readId(message), INVALID_REQUEST, text);
}

/** The id of a cancelled request. */
export function cancelledId(message: JSONRPCMessage): RequestId | undefined {
  if (!("method" in message) || message.method !== "notifications/cancelled") return undefined;
  const id = message.params?.["requestId"];
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

function messageProblem(message: unknown): string | undefined {
  if (Array.isArray(message)) return "Batches are not supported: send one message at a time.";
  if (!isRecord(message)) return "A message must be a JSON object.";
  if (message["jsonrpc"] !== "2.0") return 'A message needs `jsonrpc: "2.0"`.';
  if (Object.hasOwn(message, "id") && readId(message) === null)
    return "An id must be a string or an integer.";
  const { method } = message;
  if (method !== undefined) return typeof method === "string" ? undefined : "A method must be a string.";
  if (Object.hasOwn(message, "result") || Object.hasOwn(message, "error")) return undefined;
  return "A message needs a `method`, a `result` or an `error`.";
}

function paramsProblem({ id, method, params = {} }: Record<string, unknown>): string | undefined {
  if (method === undefined) return undefined;
  if (!isRecord(params)) return "`params` must be an object.";
  // Notifications are not checked further: they get no response.
  if (id === undefined) return undefined;
  const { _meta: meta = {}, cursor = "", name, arguments: input = {} } = params;
  if (!isRecord(meta)) return "`_meta` must be an object.";
  const { progressToken: token = "" } = meta;
  if (typeof token !== "string" && !Number.isSafeInteger(token))
    return "A progressToken must be a string or an integer.";
  if (method === "tools/list" && typeof cursor !== "string") return "A cursor must be a string.";
  if (method !== "tools/call") return undefined;
  if (typeof name !== "string") return "`name` must be a string, the name of a tool.";
  if (!isRecord(input)) {
    const found = input === null ? "null" : Array.isArray(input) ? "an array" : `a ${typeof input}`;
    return `\`arguments\` must be an object with the tool's parameters, not ${found}.`;
  }
  // The SDK copies by assignment, which drops `__proto__`.
  return Object.hasOwn(input, "__proto__") ? "`__proto__` cannot be the name of a parameter." : undefined;
}

function readId(message: unknown): RequestId | null {
  const { id } = isRecord(message) ? message : {};
  return typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id)) ? id : null;
}

function errorMessage(id: RequestId | null, code: number, message: string): ErrorMessage {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** An HTTP response with a JSON-RPC error without a request id. */
export function jsonRpcResponse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(errorMessage(null, INVALID_REQUEST, message), { status, headers });
}

/** The HTTP response for a rejected message: 200 if the error has a request id, else 400. */
export function errorResponse(message: ErrorMessage): Response {
  return Response.json(message, { status: message.id === null ? 400 : 200 });
}
