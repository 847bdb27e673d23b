import type { JSONRPCMessage, JSONRPCRequest, McpServer, RequestId } from "@modelcontextprotocol/server";
import { CallTransport } from "./call-transport.js";
import type { Session } from "./session-id.js";

interface OpenCall {
  readonly sessionId: string;
  readonly id: RequestId;
  readonly transport: CallTransport;
}

/** Calls in progress of clients of the older revision, in this process. A call is removed when its request ends. */
export class OpenCalls {
  readonly #calls = new Set<OpenCall>();

  /** Runs a call and accepts replies until it ends. */
  async answer(
    request: Request,
    message: JSONRPCRequest,
    session: Session,
    server: McpServer,
  ): Promise<Response> {
    const transport = new CallTransport(() => this.#calls.delete(call));
    const call: OpenCall = { sessionId: session.id, id: message.id, transport };
    this.#calls.add(call);
    try {
      await server.connect(transport);
      return await transport.answer(request, message, session.canElicit);
    } catch (error) {
      await transport.close();
      throw error;
    }
  }

  /** Passes a reply to the call that waits for it; false if none does. */
  reply(session: Session, message: JSONRPCMessage): boolean {
    return this.#of(session).some(({ transport }) => transport.takeReply(message));
  }

  /** Cancels a call of the session. */
  cancel(session: Session, id: RequestId): void {
    for (const call of this.#of(session)) {
      if (call.id === id) call.transport.close().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#calls].map(({ transport }) => transport.close()));
  }

  #of({ id }: Session): OpenCall[] {
    return [...this.#calls].filter(({ sessionId }) => sessionId === id);
  }
}
