import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  PARSE_ERROR,
  type JSONRPCErrorResponse,
  type RequestId,
} from "@modelcontextprotocol/server";
import { isRecord } from "@toolkiln/runtime/json";

/** A JSON-RPC error for an invalid message; `id` is null if the message has no valid id. */
export interface Refusal extends Omit<JSONRPCErrorResponse, "id"> {
  readonly id: RequestId | null;
}

/** The error for invalid JSON. */
export const notJson: Refusal = refusal(null, PARSE_ERROR, "The message is not valid JSON.");

/** The error for a message above the size limit. */
export function tooLong(limit: number): Refusal {
  return refusal(null, INVALID_REQUEST, `The message is longer than ${limit} bytes and was left out.`);
}

/** The error for a request id that is still in use. */
export function duplicateId(id: RequestId): Refusal {
  return refusal(id, INVALID_REQUEST, "A request with this id is still being answered.");
}

/** Validates a message before dispatch; undefined if it is valid. */
export function refuseMessage(message: unknown): Refusal | undefined {
  if (Array.isArray(message)) {
    return refusal(
      null,
      INVALID_REQUEST,
      "Batches are not part of this protocol: send one message at a time.",
    );
  }
  if (!isRecord(message)) return refusal(null, INVALID_REQUEST, "A message is a JSON object.");
  const id = readId(message);
  if (message["jsonrpc"] !== "2.0") return refusal(id, INVALID_REQUEST, 'A message needs `jsonrpc: "2.0"`.');
  if (Object.hasOwn(message, "id") && id === null) {
    return refusal(null, INVALID_REQUEST, "An id is a string or an integer.");
  }
  const { method, params } = message;
  if (method === undefined) {
    if (Object.hasOwn(message, "result") || Object.hasOwn(message, "error")) return undefined;
    return refusal(id, INVALID_REQUEST, "A message has a `method`, or a `result` or `error`.");
  }
  if (typeof method !== "string") return refusal(id, INVALID_REQUEST, "A method is a string.");
  if (params !== undefined && !isRecord(params)) return refusal(id, INVALID_PARAMS, "`params` is an object.");
  return id === null ? undefined : refuseParams(id, method, params ?? {});
}

/** The error for a request that only the SDK rejects; undefined for a reply. */
export function notMessage(message: unknown): Refusal | undefined {
  if (!isRecord(message) || message["method"] === undefined) return undefined;
  return refusal(
    readId(message),
    INVALID_REQUEST,
    "The message has keys or values that JSON-RPC does not know.",
  );
}

function refuseParams(id: RequestId, method: string, params: Record<string, unknown>): Refusal | undefined {
  const { _meta: meta = {}, cursor = "" } = params;
  if (!isRecord(meta)) return refusal(id, INVALID_PARAMS, "`_meta` is an object.");
  const { progressToken: token = "" } = meta;
  if (typeof token !== "string" && !Number.isSafeInteger(token)) {
    return refusal(id, INVALID_PARAMS, "A progressToken is a string or an integer.");
  }
  if (method === "tools/list" && typeof cursor !== "string") {
    return refusal(id, INVALID_PARAMS, "A cursor is a string.");
  }
  return method === "tools/call" ? refuseCall(id, params) : undefined;
}

function refuseCall(id: RequestId, { name, arguments: input }: Record<string, unknown>): Refusal | undefined {
  if (typeof name !== "string") return refusal(id, INVALID_PARAMS, "`name` is the name of a tool, a string.");
  if (input === undefined) return undefined;
  if (isRecord(input)) {
    // The SDK copies by assignment, which drops `__proto__`.
    if (!Object.hasOwn(input, "__proto__")) return undefined;
    return refusal(id, INVALID_PARAMS, "`__proto__` is not the name of a parameter.");
  }
  const found = input === null ? "null" : Array.isArray(input) ? "an array" : `a ${typeof input}`;
  return refusal(id, INVALID_PARAMS, `\`arguments\` is an object of the tool's parameters, not ${found}.`);
}

function readId({ id }: Record<string, unknown>): RequestId | null {
  if (typeof id === "string") return id;
  return typeof id === "number" && Number.isSafeInteger(id) ? id : null;
}

function refusal(id: RequestId | null, code: number, message: string): Refusal {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** An HTTP response with a JSON-RPC error without a request id. */
export function jsonRpcResponse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(
    { jsonrpc: "2.0", id: null, error: { code: INVALID_REQUEST, message } },
    { status, headers },
  );
}

/** The HTTP response for a rejected message: 200 if the error has a request id, else 400. */
export function refusalResponse(refusal: Refusal): Response {
  return Response.json(refusal, { status: refusal.id === null ? 400 : 200 });
}
