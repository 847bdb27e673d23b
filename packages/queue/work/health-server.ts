import { createServer, type Server } from "node:http";
import type { QueueWorker } from "./queue-worker.js";

/** Answers `GET /health`: 200 while the worker is connected, 503 while it is not, with its counts. */
export async function serveHealth(
  worker: QueueWorker,
  { port, host = "127.0.0.1" }: { readonly port: number; readonly host?: string },
): Promise<Server> {
  const server = createServer(({ method, url = "" }, response) => {
    if (method !== "GET" || new URL(url, "http://worker").pathname !== "/health") {
      response.writeHead(404).end();
      return;
    }
    const { id, isConnected, counts } = worker;
    const status = isConnected ? "connected" : "disconnected";
    response.writeHead(isConnected ? 200 : 503, { "content-type": "application/json" });
    response.end(JSON.stringify({ worker: id, database: status, ...counts }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  // The worker, not its health endpoint, decides how long the process lives.
  return server.unref();
}
