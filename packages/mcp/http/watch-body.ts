/** Copies a response and calls `onEnd` when its body ends, fails or is cancelled. `prefix` is sent before the body. */
export function watchBody(response: Response, onEnd: () => void, prefix = ""): Response {
  if (response.body === null) {
    onEnd();
    return response;
  }
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
