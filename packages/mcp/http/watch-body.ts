/**
 * The same answer; `onEnd` is called when its body was read to the end, failed or was cancelled.
 * `prefix` is sent before the body.
 */
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
