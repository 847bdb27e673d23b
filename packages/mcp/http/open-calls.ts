import type { JSONRPCMessage, JSONRPCRequest, McpServer, RequestId } from "@modelcontextprotocol/server";
import { CallTransport } from "./call-transport.js";
import type { Session } from "./session-id.js";

/** A call in progress. */
interface OpenCall {
  readonly id: RequestId;
  readonly transport: CallTransport;
}

/** Calls in progress of clients of the older revision, in this process. A call is removed when its request ends. */
export class OpenCalls {
  readonly #sessions = new Map<string, Set<OpenCall>>();

  /** Runs a call and accepts replies until it ends. */
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
    const calls = [...this.#sessions.values()].flatMap((ofSession) => [...ofSession]);
    await Promise.all(calls.map(({ transport }) => transport.close()));
  }

  #of({ id }: Session): OpenCall[] {
    return [...(this.#sessions.get(id) ?? [])];
  }
}
