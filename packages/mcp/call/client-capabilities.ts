import { CLIENT_CAPABILITIES_META_KEY, type Server, type ServerContext } from "@modelcontextprotocol/server";
import { isRecord } from "@toolkiln/runtime/json";

/**
 * Whether the client can show its user a form. Clients declare it in each request since 2026-07-28, and once per
 * connection before.
 */
export function canElicit({ mcpReq: { envelope } }: ServerContext, server: Server): boolean {
  const declared = isRecord(envelope) ? envelope[CLIENT_CAPABILITIES_META_KEY] : undefined;
  return offersForms(declared ?? server.getClientCapabilities());
}

/** Whether client capabilities include form elicitation. */
export function offersForms(capabilities: unknown): boolean {
  const { elicitation } = isRecord(capabilities) ? capabilities : {};
  // Older clients name no mode: forms were the only one.
  return isRecord(elicitation) && ("form" in elicitation || !("url" in elicitation));
}
