import type { JSONRPCMessage, JSONRPCRequest, McpServer, RequestId } from "@modelcontextprotocol/server";
import { CallTransport } from "./call-transport.js";
import type { Session } from "./session-id.js";

/** A call whose request is open. */
interface OpenCall {
  readonly id: RequestId;
  readonly transport: CallTransport;
}

/**
 * The calls of clients of the older revision whose requests are open in this process. Nothing of them stays when the
 * request has been answered or given up.
 */
export class OpenCalls {
  readonly #sessions = new Map<string, Set<OpenCall>>();

  /** Answers the request of a call, which can be reached until then. */
  async answer(
    request: Request,
    message: JSONRPCRequest,
    session: Session,
    server: McpServer,
  ): Promise<Response> {
    const calls = this.#sessions.get(session.id) ?? new Set<OpenCall>();
    const transport = new CallTransport(() => {
      calls.delete(call);
      if (calls.size === 0) this.#sessions.delete(session.id);
    });
    const call: OpenCall = { id: message.id, transport };
    this.#sessions.set(session.id, calls.add(call));
    try {
      await server.connect(transport);
      return await transport.answer(request, message, session.canElicit);
    } catch (error) {
      await transport.close();
      throw error;
    }
  }

  /** Hands a reply to the call of the session that asked; false when none did. */
  reply(session: Session, message: JSONRPCMessage): boolean {
    return this.#of(session).some(({ transport }) => transport.takeReply(message));
  }

  /** Ends a call of the session that its client does not want any more. */
  cancel(session: Session, id: RequestId): void {
    for (const call of this.#of(session)) {
      if (call.id === id) call.transport.close().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    const calls = [...this.#sessions.values()].flatMap((ofSession) => [...ofSession]);
    await Promise.all(calls.map(({ transport }) => transport.close()));
  }

  #of({ id }: Session): OpenCall[] {
    return [...(this.#sessions.get(id) ?? [])];
  }
}
