import { request } from "node:http";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { markupAttacks } from "../../render/hostile-text.js";
import { hasChromium, launchChromium } from "../support/chromium.js";
import { fixtureProject, toolFiles } from "./fixture-project.js";
import {
  chooseTool,
  openPlayground,
  runTool,
  servePlayground,
  type ServedPlayground,
} from "./served-playground.js";

/** One text that combines all attacks. */
const attack = JSON.stringify(markupAttacks.filter((text) => !/\p{Cc}/u.test(text)).join(" "));

const hostile = toolFiles("hostile", {
  manifest: `name: ${attack}
description: ${attack}
category: custom
risk: medium
tags: [${attack}]
deprecated: ${attack}
executionSummary: "Do {text}"
schema:
  properties:
    text: { type: string, description: ${attack}, default: ${attack} }
    choice: { enum: [plain, ${attack}], description: One of these. }
    "<img src=x onerror=window.pwned=1>": { type: string, description: A name that attacks. }
rules:
  - when: { text: { type: string } }
    warn: { code: hostile, parameter: text, message: ${attack} }
examples: [{ title: ${attack}, params: { text: ${attack} } }]
tests: [{ title: ${attack}, params: {}, expect: { message: ${attack} } }]
result: table
`,
  body: `ToolResult.succeededWithArtifacts([ToolArtifact.deletedFile(${attack}, ${attack})], { columns: [{ key: "a", label: ${attack} }], rows: [{ a: ${attack} }] }, ${attack})`,
});

const hostileText = toolFiles("hostile-text", {
  manifest: `description: Return text that attacks whoever shows it.
category: custom
risk: safe
schema: { properties: {} }
result: { kind: text, mimeType: text/markdown }
`,
  body: `{ context.reportProgress({ message: ${attack} }); return { content: ${attack} }; }`,
});

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
}

/** Sends a request as any program could, with whatever headers it likes. */
function ask(url: string, method = "GET", headers: Record<string, string> = {}, body = ""): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    });
    sent.on("error", reject).end(body);
  });
}

describe.skipIf(!hasChromium)("the playground's defences", () => {
  let browser: Browser;
  let served: ServedPlayground;
  let cookie: string;

  beforeAll(async () => {
    const cwd = fixtureProject({ ...hostile, ...hostileText });
    [browser, served] = await Promise.all([launchChromium(), servePlayground(cwd)]);
    const { headers } = await ask(served.url);
    cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
  });
  afterAll(async () => Promise.all([browser.close(), served.stop()]));

  it("exchanges the token for a cookie that scripts cannot read and other sites cannot send", async () => {
    const { status, headers } = await ask(served.url);
    expect(status).toBe(303);
    expect(headers.location).toBe("/");
    expect(String(headers["set-cookie"])).toMatch(/HttpOnly; SameSite=Strict/);
    expect(String(headers["set-cookie"])).not.toContain(new URL(served.url).searchParams.get("token"));
  });

  it("refuses a second browser without the token", async () => {
    const page = await (await browser.newContext()).newPage();
    for (const path of ["/", "/api/tool", "/api/events", "/frames/tools/greet/typescript", "/?token=guess"]) {
      const response = await page.goto(served.origin + path);
      expect(response?.status()).toBe(401);
    }
    await page.context().close();
  });

  it("refuses requests for another host (DNS rebinding)", async () => {
    const { port } = new URL(served.url);
    for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1:1", "127.0.0.1"]) {
      expect((await ask(served.url, "GET", { Host: host })).status).not.toBe(303);
      expect((await ask(served.url, "GET", { Host: host, Cookie: cookie })).status).toBeGreaterThanOrEqual(
        400,
      );
    }
    expect((await ask(served.url, "GET", { Host: `localhost:${port}` })).status).toBe(303);
  });

  it("runs nothing for pages of other origins, or without an origin", async () => {
    const url = `${served.origin}/api/run`;
    const json = { Cookie: cookie, "Content-Type": "application/json" };
    for (const Origin of [
      "https://evil.example",
      "null",
      served.origin.replace("http:", "https:"),
      `${served.origin}1`,
    ])
      expect((await ask(url, "POST", { ...json, Origin }, "{}")).status).toBe(403);
    expect((await ask(url, "POST", json, "{}")).status).toBe(403);
    const form = { Cookie: cookie, Origin: served.origin, "Content-Type": "text/plain" };
    expect((await ask(url, "POST", form, "{}")).status).toBe(415);
    expect((await ask(url, "POST", { ...json, Origin: served.origin }, `["greet", {}]`)).status).toBe(200);
    const unknown = await ask(served.origin + "/api/close", "POST", { ...json, Origin: served.origin }, "[]");
    expect(unknown.status).toBe(404);
  });

  it("allows only its own scripts and styles on the page, and no scripts in frames", async () => {
    const page = await ask(`${served.origin}/`, "GET", { Cookie: cookie });
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const frame = await ask(`${served.origin}/frames/tools/greet/typescript`, "GET", { Cookie: cookie });
    expect(String(frame.headers["content-security-policy"])).toMatch(
      /^sandbox allow-same-origin; default-src 'none'/,
    );
  });

  it("serves only the files of its page", async () => {
    for (const path of ["/../package.json", "/%2e%2e/package.json", "/..%2fexecutor-process.js"])
      expect((await ask(served.origin + path, "GET", { Cookie: cookie })).status).toBe(404);
  });

  it.each(["light", "dark"] as const)(
    "does not run scripts from manifests or results (%s)",
    async (colorScheme) => {
      const { page, complaints } = await openPlayground(browser, served, { colorScheme });
      await chooseTool(page, "hostile");
      await page.getByLabel("Fill in an example").selectOption("0");
      for (const name of ["Providers", "TypeScript", "Manifest", "Tests", "Copy as"]) {
        await page.getByRole("tab", { name, exact: true }).click();
        await page.locator("#side > *").first().waitFor();
      }
      await page.locator(".run .primary").click();
      await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
      await page.locator(".outcome").waitFor();
      for (const tab of await page.getByLabel("Views of the result").getByRole("tab").all()) {
        await tab.click();
        await page.locator("#result > *").first().waitFor();
      }
      await chooseTool(page, "hostile-text");
      await runTool(page);
      await page.frameLocator(".frame").locator("body *").first().waitFor();
      const frames = await Promise.all(page.frames().map((frame) => frame.evaluate(() => "pwned" in window)));
      expect(frames).not.toContain(true);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );

  it("runs only safe calls and no tests when it is read-only", async () => {
    const readOnly = await servePlayground(fixtureProject(), "--read-only");
    const { page } = await openPlayground(browser, readOnly);
    await page.getByText("read-only").waitFor();
    await chooseTool(page, "erase");
    await page.getByLabel("note", { exact: true }).fill("diary");
    expect(await runTool(page)).toContain("denied");
    await chooseTool(page, "show-text");
    expect(await runTool(page)).toContain("completed");
    await chooseTool(page, "greet");
    await page.getByRole("tab", { name: "Tests" }).click();
    await page.getByRole("button", { name: "Run the tests" }).click();
    await page.getByText("Tests cannot run: the playground is read-only.").waitFor();
    await page.context().close();
    await readOnly.stop();
  });

  it("shows only the tools of a toolset, rejects an unknown toolset and supplies injected values", async () => {
    const cwd = fixtureProject();
    const toolset = await servePlayground(cwd, "--toolset", "showing");
    const first = await openPlayground(browser, toolset);
    expect(await first.page.locator(".tool-row").count()).toBe(2);
    await toolset.stop();
    const injected = await servePlayground(cwd, "--inject", `{"tenantId":"acme"}`);
    const { page } = await openPlayground(browser, injected);
    await chooseTool(page, "tenant");
    expect(await runTool(page)).toContain("completed");
    await page.frameLocator(".frame").getByText("tenant acme").first().waitFor();
    await injected.stop();
    await expect(servePlayground(cwd, "--toolset", "shwing")).rejects.toThrow("Did you mean `showing`?");
  });
});
