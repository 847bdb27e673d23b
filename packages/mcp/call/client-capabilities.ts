import { CLIENT_CAPABILITIES_META_KEY, type Server, type ServerContext } from "@modelcontextprotocol/server";

/**
 * Whether the client can put a form before its user: declared with each request since 2026-07-28, and once for a
 * connection before. A request without a connection declares nothing.
 */
export function canElicit(context: ServerContext, server: Pick<Server, "getClientCapabilities">): boolean {
  const said = property(context.mcpReq.envelope, CLIENT_CAPABILITIES_META_KEY);
  return offersForms(said ?? server.getClientCapabilities());
}

/** Whether capabilities of a client hold elicitation by forms. */
export function offersForms(capabilities: unknown): boolean {
  const elicitation = property(capabilities, "elicitation");
  if (elicitation === undefined) return false;
  // Clients from before other modes than forms existed name no mode.
  return property(elicitation, "form") !== undefined || property(elicitation, "url") === undefined;
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
