import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleSource } from "../../runtime-entry/bundle-source.js";
import { expectedFindings } from "../../runtime-entry/expected-findings.js";
import type { ProbeFindings } from "../../runtime-entry/probe.js";
import { hasChromium, launchChromium } from "../support/chromium.js";

describe.skipIf(!hasChromium)("the runtime, bundled, in headless Chromium", () => {
  let server: Server;
  beforeAll(async () => {
    const code = await bundleSource("probe.ts");
    const page = '<!doctype html><script type="module" src="/main.js"></script>';
    const main = 'import { probe } from "/probe.js";\nglobalThis.findings = probe();\n';
    server = createServer((request, response) => {
      // The policy of a page that allows no eval.
      response.setHeader("content-security-policy", "default-src 'self'");
      const script = { "/probe.js": code, "/main.js": main }[request.url ?? ""];
      response.setHeader(
        "content-type",
        script === undefined ? "text/html" : "text/javascript; charset=utf-8",
      );
      response.end(script ?? page);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it("runs under a content security policy without unsafe-eval", async () => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await page.waitForFunction(() => "findings" in globalThis);
      const findings = await page.evaluate(
        () => Reflect.get(globalThis, "findings") as Promise<ProbeFindings>,
      );
      expect(errors).toEqual([]);
      expect(findings).toEqual(expectedFindings);
    } finally {
      await browser.close();
    }
  });
});
