import { INVALID_REQUEST } from "@modelcontextprotocol/server";
import type { Refusal } from "../protocol/refuse-message.js";

/** An HTTP answer with a JSON-RPC error that belongs to no request. */
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

/** The HTTP answer for a message that was refused. One that names its request is an answer like any other. */
export function refusalResponse(refusal: Refusal): Response {
  return Response.json(refusal, { status: refusal.id === null ? 400 : 200 });
}
