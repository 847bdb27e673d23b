import { CLIENT_CAPABILITIES_META_KEY, type Server, type ServerContext } from "@modelcontextprotocol/server";

/**
 * Whether the client can show its user a form. Clients declare it in each request since 2026-07-28, and once per
 * connection before.
 */
export function canElicit(context: ServerContext, server: Pick<Server, "getClientCapabilities">): boolean {
  const declared = property(context.mcpReq.envelope, CLIENT_CAPABILITIES_META_KEY);
  return offersForms(declared ?? server.getClientCapabilities());
}

/** Whether client capabilities include form elicitation. */
export function offersForms(capabilities: unknown): boolean {
  const elicitation = property(capabilities, "elicitation");
  if (elicitation === undefined) return false;
  // Older clients name no mode: forms were the only one.
  return property(elicitation, "form") !== undefined || property(elicitation, "url") === undefined;
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
