import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.js";
import { bundleSource } from "./bundle-source.js";
import type { ProbeFindings } from "./probe.js";

const expected: ProbeFindings = {
  status: "completed",
  invalid: "invalid",
  context: 'Result: Success\nMessage: Read\nData: {"path":"a.txt","content":"héllo 😀","size":11}',
  contentType: "Text",
  payload: { path: "a.txt", content: "héllo 😀", size: 11 },
  view: "code",
  checked: [true, false],
  evaluates: false,
};

describe("the runtime, bundled for no platform in particular", () => {
  let code = "";
  beforeAll(async () => {
    code = await bundleSource("probe.ts");
  });

  it("imports nothing of Node and holds no eval", async () => {
    // Minified, so that a comment which names these is none.
    for (const path of ["probe.ts", "../../runtime/index.ts"]) {
      const text = await bundleSource(path, true);
      expect(text).not.toMatch(/["']node:/);
      expect(text).not.toMatch(/\bimport\s*\(|\brequire\s*\(|\beval\s*\(|\bnew Function\b/);
    }
  });

  it("runs in Node without code generation from strings", async () => {
    const folder = await mkdtemp(join(tmpdir(), "toolkiln-entry-"));
    try {
      await writeFile(join(folder, "probe.mjs"), code);
      await writeFile(
        join(folder, "main.mjs"),
        'import { probe } from "./probe.mjs";\nconsole.log(JSON.stringify(await probe()));\n',
      );
      const run = promisify(execFile);
      const { stdout } = await run(process.execPath, [
        "--disallow-code-generation-from-strings",
        join(folder, "main.mjs"),
      ]);
      expect(JSON.parse(stdout)).toEqual(expected);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  describe.skipIf(!hasChromium)("in headless Chromium", () => {
    let server: Server;
    beforeAll(async () => {
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
        expect(findings).toEqual(expected);
      } finally {
        await browser.close();
      }
    });
  });
});
