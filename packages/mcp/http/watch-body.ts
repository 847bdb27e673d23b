/**
 * Copies a response and calls `onEnd` when its body ends, fails or is cancelled, or its request is aborted. `prefix` is
 * sent before the body.
 */
export function watchBody(
  response: Response,
  signal: AbortSignal,
  onEnd: () => void,
  prefix: string,
): Response {
  if (signal.aborted || response.body === null) onEnd();
  if (response.body === null) return response;
  signal.addEventListener("abort", onEnd, { once: true });
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (prefix !== "") controller.enqueue(new TextEncoder().encode(prefix));
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      onEnd();
    },
    async cancel(reason) {
      onEnd();
      await reader.cancel(reason);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
