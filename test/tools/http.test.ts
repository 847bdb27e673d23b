import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { ToolExecutor } from "@toolkiln/runtime";
import { registry } from "../../generated/registry.js";
import { isPublicAddress } from "../../tools/support/http-exchange.js";
import { codeOf, dataOf, workbench } from "./workbench.js";

const open: (() => void)[] = [];
afterEach(() => open.splice(0).forEach((close) => close()));

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const allowed = { inject: { allowPrivateAddresses: true } };

describe("http-request", () => {
  it("rejects addresses that are not public, however they are written", async () => {
    using bench = workbench();
    const url = await serve((_, response) => response.end("internal"));
    const { port } = new URL(url);
    for (const host of [
      "127.0.0.1",
      "localhost",
      "0.0.0.0",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "[::127.0.0.1]",
      "2130706433",
      "0x7f.1",
      "017700000001",
    ]) {
      const execution = await bench.run("http-request", { url: `http://${host}:${port}/` });
      expect([host, codeOf(execution)]).toEqual([host, "AddressNotAllowed"]);
    }
    expect(codeOf(await bench.run("http-request", { url: "http://169.254.169.254/latest/meta-data" }))).toBe(
      "AddressNotAllowed",
    );
  });

  it.each([
    "10.0.0.1",
    "192.168.1.1",
    "172.16.0.1",
    "100.64.0.1",
    "168.63.129.16",
    "fe80::1",
    "fc00::1",
    "64:ff9b::7f00:1",
    "::7f00:1",
    "::a9fe:a9fe",
    "2002:7f00:1::",
    "4000::1",
    "::",
    "224.0.0.1",
  ])("rejects %s as not public", (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])("accepts the public address %s", (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  it.each(["X-HTTP-Method-Override", "x-http-method", "X_METHOD_OVERRIDE"])(
    "needs the approval for high risk to override the method with %s",
    async (name) => {
      using bench = workbench();
      const input = { url: "https://example.com/", method: "POST", headers: { [name]: "DELETE" } };
      const executor = new ToolExecutor(registry, { policy: { autoApproveUpTo: "medium" } });
      const { status } = await executor.dispatch("http-request", input, { workspacePath: bench.root });
      expect(status).toBe("denied");
    },
  );

  it("answers with status, headers and text when the application allows it", async () => {
    using bench = workbench();
    const url = await serve((request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ method: request.method, token: request.headers.authorization }));
    });
    const data = dataOf(
      await bench.run("http-request", { url, method: "POST", body: "x", authorization: "Bearer t" }, allowed),
    );
    expect(data).toMatchObject({ status: 200, encoding: "text", truncated: false, redirects: [] });
    expect(JSON.parse(data.body)).toEqual({ method: "POST", token: "Bearer t" });
  });

  it("returns other bodies as base64 and stops at the limit", async () => {
    using bench = workbench();
    const url = await serve((_, response) =>
      response.setHeader("content-type", "image/png").end(Buffer.alloc(5000, 1)),
    );
    const data = dataOf(await bench.run("http-request", { url, maxBytes: 3 }, allowed));
    expect(data).toMatchObject({ body: "AQEB", encoding: "base64", truncated: true });
  });

  it("does not forward credentials in headers or in a redirect URL to another origin", async () => {
    using bench = workbench();
    let seen: unknown;
    const target = await serve(({ headers }, response) => {
      seen = headers;
      response.end("there");
    });
    const location = `${target.replace("//", "//user:word@")}/x`;
    const first = await serve((_, response) => response.writeHead(302, { location }).end());
    const secrets = ["Proxy-Authorization", "Cookie", "X-Api-Key", "X-Auth-Token", "Whatever"];
    const headers = { ...Object.fromEntries(secrets.map((name) => [name, "kiln-secret"])), Accept: "text/x" };
    const data = dataOf(await bench.run("http-request", { url: first, headers }, allowed));
    expect(seen).toMatchObject({ accept: "text/x" });
    expect(JSON.stringify(seen)).not.toContain("kiln-secret");
    expect(data).toMatchObject({ url: `${target}/x`, redirects: [`${target}/x`] });
  });

  it.each(["GET", "HEAD", "DELETE"] as const)(
    "sends the body of a %s as its body, not as another request",
    async (method) => {
      using bench = workbench();
      const seen: string[] = [];
      const url = await serve(async (request, response) => {
        let text = "";
        for await (const chunk of request) text += String(chunk);
        seen.push(`${request.method} ${request.url}: ${text}`);
        response.end();
      });
      const body = "DELETE /other HTTP/1.1\r\nHost: x\r\n\r\n";
      dataOf(await bench.run("http-request", { url: `${url}/one`, method, body }, allowed));
      expect(seen).toEqual([`${method} /one: ${body}`]);
    },
  );

  it("does not forward the body to another origin", async () => {
    using bench = workbench();
    const echo: RequestListener = async (request, response) => {
      let text = "";
      for await (const chunk of request) text += String(chunk);
      const location = request.url === "/away" ? `${target}/there` : "/here";
      if (/there|here/.test(request.url ?? "")) response.end(text || "nothing");
      else response.writeHead(307, { location }).end();
    };
    const [target, first] = [await serve(echo), await serve(echo)];
    const call = { method: "GET", body: "a secret" } as const;
    const bodyOf = async (path: string) =>
      dataOf(await bench.run("http-request", { ...call, url: first + path }, allowed)).body;
    expect(await bodyOf("/near")).toBe("a secret");
    expect(await bodyOf("/away")).toBe("nothing");
  });

  it("does not forward the authorization to another origin, and stops endless redirects", async () => {
    using bench = workbench();
    let seen: string | undefined = "nothing";
    const target = await serve((request, response) => {
      seen = request.headers.authorization;
      response.end("there");
    });
    const first = await serve((_, response) => response.writeHead(302, { location: `${target}/x` }).end());
    const data = dataOf(await bench.run("http-request", { url: first, authorization: "Bearer t" }, allowed));
    expect(data).toMatchObject({ body: "there", redirects: [`${target}/x`] });
    expect(seen).toBeUndefined();
    const loop = await serve((request, response) =>
      response.writeHead(302, { location: `/${Math.random()}` }).end(request.url),
    );
    expect(codeOf(await bench.run("http-request", { url: loop }, allowed))).toBe("TooManyRedirects");
  });

  it("rejects credentials in the URL and other schemes", async () => {
    using bench = workbench();
    expect(codeOf(await bench.run("http-request", { url: "http://user:pass@example.com/" }))).toBe(
      "InvalidUrl",
    );
    expect((await bench.run("http-request", { url: "file:///etc/passwd" })).status).toBe("invalid");
  });

  it("shows approvers, logs and events only the names of headers", async () => {
    const names = ["Cookie", "Proxy-Authorization", "X-Api-Key", "api-key", "X-Auth-Token", "Anything"];
    const headers = Object.fromEntries(names.map((name, index) => [name, `kiln-secret-${index}`]));
    const shown: unknown[] = [];
    const log = (line: string): void => void shown.push(line);
    const executor = new ToolExecutor(registry, {
      approve: (request) => {
        shown.push(request);
        return { decision: "approve" };
      },
      logParameters: true,
      logResults: true,
      logger: { debug: log, info: log, warn: log, error: log },
      audit: (entry) => void shown.push(entry),
    });
    for (const event of ["started", "progress", "completed"] as const)
      executor.on(event, (payload) => shown.push(payload));
    const url = await serve((request, response) => {
      response.statusCode = request.headers.cookie === "kiln-secret-0" ? 200 : 400;
      response.end("ok");
    });
    const { result } = await executor.execute("http-request", { url, headers }, allowed);
    await executor.dispose();
    expect(result.success && result.data.status).toBe(200);
    const text = JSON.stringify(shown);
    for (const name of names) expect(text).toContain(name);
    expect(text).not.toContain("kiln-secret");
  });

  it("never shows the authorization", async () => {
    using bench = workbench();
    const url = await serve((_, response) => response.end("ok"));
    const execution = await bench.run(
      "http-request",
      { url, authorization: `Bearer secret-token\n` },
      allowed,
    );
    expect(execution.result.toLlmContext()).not.toContain("secret-token");
  });
});
