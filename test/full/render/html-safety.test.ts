import { element, renderHtml, renderPage, type HtmlTag } from "@toolkiln/render/html";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.js";
import { adversarialCases } from "../../support/shared-cases.js";
import { actingInPage } from "../../render/acting-text.js";
import { markupAttacks, resultsWith, terminalAttacks } from "../../render/hostile-text.js";
import { sampleResults } from "../../render/sample-results.js";

const shared = adversarialCases("renderer-cli-playground").map(({ input }) => input);
const attacks = [...markupAttacks, ...terminalAttacks, ...shared];

describe("HTML of a hostile result", () => {
  it.each(attacks)("contains no active element or attribute: %j", (attack) => {
    const html = resultsWith(attack)
      .map((result) => renderHtml(result))
      .join("");
    expect(actingInPage(html)).toEqual([]);
  });

  it("omits nodes that a custom renderer must not write", () => {
    const renderers = {
      "own.kind": () =>
        element(
          "script" as HtmlTag,
          {},
          element("a", { href: "javascript:1", onclick: "1", style: "color:red", class: "x" }, "<b>"),
        ),
    };
    expect(renderHtml({ kind: "own.kind", data: 1 }, { renderers })).toContain(
      '<div class="tk-body"><a class="x">&lt;b&gt;</a></div>',
    );
  });

  it("links only to URLs with an allowed scheme", () => {
    const link = (href: string): string =>
      renderHtml({ kind: "text", data: { content: `[x](${href})` }, mimeType: "text/markdown" });
    for (const good of ["https://a.example/b?c=d", "http://a.example", "mailto:a@b.example"])
      expect(link(good)).toContain(`href="${good}"`);
    for (const bad of [
      "javascript:1",
      "file:///etc/passwd",
      "ftp://a",
      "/root",
      "#id",
      "//host",
      "https://user:pw@host/",
      "blob:https://a/1",
      "intent://x",
    ]) {
      expect(link(bad)).not.toContain("href=");
    }
  });

  it("shows images by their own bytes only", () => {
    for (const url of ["https://a.example/b.png", "http://a.example/b.png", "data:text/html;base64,PGI+"])
      expect(renderHtml({ kind: "image", data: { url } })).not.toContain("<img");
    const renderers = { "own.kind": () => element("img", { src: "https://a.example/b.png" }) };
    expect(renderHtml({ kind: "own.kind", data: 1 }, { renderers })).toContain("<img>");
  });
});

describe.skipIf(!hasChromium)("in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => browser.close());

  async function openPage(): Promise<{ page: Page; requests: string[] }> {
    const page = await (await browser.newContext()).newPage();
    const requests: string[] = [];
    await page.route("**/*", async (route) => {
      requests.push(route.request().url());
      await route.abort();
    });
    page.on("dialog", (dialog) => {
      requests.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    return { page, requests };
  }

  it("the test detects scripts and requests of an unsafe page", async () => {
    const { page, requests } = await openPage();
    await page.setContent(`<script>window.pwned=1</script><img src="https://evil.example/x.png">`);
    expect(await page.evaluate("window.pwned")).toBe(1);
    await expect.poll(() => requests).toContain("https://evil.example/x.png");
    await page.context().close();
  });

  it.each([
    { form: "a page of its own", wrap: (html: string) => html, render: renderPage },
    {
      form: "a fragment in a page without a content security policy",
      wrap: (html: string) => `<!doctype html><title>x</title>${html}`,
      render: renderHtml,
    },
  ])("nothing runs and nothing is fetched from $form", async ({ wrap, render }) => {
    const { page, requests } = await openPage();
    for (const attack of attacks) {
      await page.setContent(wrap(render(resultsWith(attack))));
      for (const details of await page.locator("details").all())
        await details.evaluate((node) => node.setAttribute("open", ""));
      await page.mouse.move(200, 200);
      expect({ attack, pwned: await page.evaluate("window.pwned") }).toEqual({ attack, pwned: undefined });
      const shown = await page.locator("article.tk-result").count();
      expect({ attack, shown }).toEqual({ attack, shown: resultsWith(attack).length });
    }
    await page.waitForTimeout(200);
    expect(requests).toEqual([]);
    await page.context().close();
  });

  it.each(["light", "dark"] as const)("axe finds no serious violation in the %s theme", async (theme) => {
    const { page } = await openPage();
    await page.emulateMedia({ colorScheme: theme });
    await page.setContent(renderPage(Object.values(sampleResults), { title: "Every kind" }));
    for (const details of await page.locator("details").all())
      await details.evaluate((node) => node.setAttribute("open", ""));
    await page.evaluate(axe.source);
    const { violations } = (await page.evaluate("axe.run()")) as axe.AxeResults;
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(
      grave.map(({ id, nodes }) => ({
        id,
        where: nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`),
      })),
    ).toEqual([]);
    await page.context().close();
  });

  it("tables sort without script, by keyboard as well", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const rows = [{ name: "b", size: 20 }, { name: "a", size: 100 }, { name: "c", size: 3 }, { name: "d" }];
    await page.setContent(
      renderPage({
        kind: "table",
        data: { columns: [{ key: "name" }, { key: "size", type: "number" }], rows },
      }),
    );
    const shown = async (): Promise<string[]> => {
      const cells = await page.locator("tbody tr").all();
      const places = await Promise.all(
        cells.map(async (row) => ({
          text: await row.locator("td").first().innerText(),
          y: (await row.boundingBox())?.y ?? 0,
        })),
      );
      return places.toSorted((left, right) => left.y - right.y).map(({ text }) => text);
    };
    expect(await shown()).toEqual(["b", "a", "c", "d"]);
    await page.getByLabel("Sort by size, ascending").click();
    expect(await shown()).toEqual(["c", "b", "a", "d"]);
    await page.keyboard.press("ArrowRight");
    expect(await shown()).toEqual(["a", "b", "c", "d"]);
    await page.getByLabel("Sort by name, ascending").click();
    expect(await shown()).toEqual(["a", "b", "c", "d"]);
    await page.getByLabel("Original order").click();
    expect(await shown()).toEqual(["b", "a", "c", "d"]);
    await context.close();
  });

  it("trees and collapsed results fold without script", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.setContent(
      renderPage({ kind: "structured", data: { a: { b: { c: "deep" } } }, display: { collapsed: true } }),
    );
    expect(await page.getByText("deep").isVisible()).toBe(false);
    await page.getByText("1 field").first().click();
    await page.locator(".tk-tree details details > summary").click();
    expect(await page.getByText("deep").isVisible()).toBe(true);
    await context.close();
  });

  it("a page fits the width of a phone screen", async () => {
    const { page } = await openPage();
    await page.setViewportSize({ width: 360, height: 700 });
    await page.setContent(renderPage(Object.values(sampleResults)));
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    await page.context().close();
  });
});
