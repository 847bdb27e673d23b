import type { Transport } from "@modelcontextprotocol/client";

/** Two ends of a connection inside this process; servers of every version of the SDK take one. */
export function linkedTransports(): readonly [Transport, Transport] {
  const create = (): Transport => ({
    start: async () => undefined,
    send: async () => undefined,
    close: async () => undefined,
  });
  const [here, there] = [create(), create()];
  const link = (from: Transport, to: Transport): void => {
    from.send = async (message) => queueMicrotask(() => to.onmessage?.(message));
    from.close = async () => {
      from.close = async () => undefined;
      await to.close();
      from.onclose?.();
    };
  };
  link(here, there);
  link(there, here);
  return [here, there];
}
