import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createHandler } from "./chat.js";
import { chooseModel } from "./model.js";

const handle = createHandler(chooseModel());
const page = new URL("../public/index.html", import.meta.url);

const server = createServer((request, response) => {
  void (async () => {
    if (request.method !== "POST") {
      response.setHeader("content-type", "text/html").end(await readFile(page));
      return;
    }
    const body = Buffer.concat(await Readable.from(request).toArray());
    const reply = await handle(new Request("http://localhost/api/chat", { method: "POST", body }));
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    if (reply.body !== null) Readable.fromWeb(reply.body as ReadableStream).pipe(response);
  })();
});
server.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
  console.log("Open", `http://127.0.0.1:${(server.address() as { port: number }).port}`);
});
