// A client and a server in one process.
import { InMemoryTransport } from "@modelcontextprotocol/client";
import { clientCase } from "./client-case.js";

/** A case whose client is linked to a server. */
export async function inMemory(server) {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const [measured] = await Promise.all([clientCase(clientSide), server.connect(serverSide)]);
  return measured;
}
