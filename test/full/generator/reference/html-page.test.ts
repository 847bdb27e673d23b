import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findTarget } from "@toolkiln/providers";
import { catalog } from "../../../../generated/catalog.js";
import { renderReference } from "../../../../generator/reference/index.js";
import { scratchFolder } from "../../../support/repository.js";
import { hasChromium, launchChromium } from "../../support/chromium.js";

const many = Array.from({ length: 1_000 }, (_, index) => {
  const spec = catalog.tools[index % catalog.tools.length];
  if (spec === undefined) throw new Error("The catalogue is empty.");
  return { ...spec, id: `${spec.id}-${index}`, wireName: `${spec.wireName}_${index}` };
});

const folder = scratchFolder("reference");

function writePage(name: string, tools: typeof many): string {
  const file = join(folder, name);
  const targets = [findTarget("anthropic"), findTarget("openai")];
  writeFileSync(file, renderReference(tools, { targets }).get("index.html") ?? "");
  return pathToFileURL(file).href;
}

describe.skipIf(!hasChromium)("the HTML page", () => {
  let browser: Browser;
  let address: string;
  let short: string;

  beforeAll(async () => {
    address = writePage("many.html", many);
    // The accessibility check takes about a minute for 1,000 tools, so it runs on fewer.
    short = writePage("some.html", many.slice(0, 40));
    browser = await launchChromium();
  });

  afterAll(() => browser.close());

  it.each([
    ["light", 380],
    ["light", 1200],
    ["dark", 380],
    ["dark", 1200],
  ] as const)(
    "fits, loads nothing else and has no serious accessibility violation: %s, %i pixels wide",
    async (colorScheme, width) => {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      await page.goto(`${address}#file-read-${many.findIndex(({ id }) => id.startsWith("file-read-"))}`);
      expect(await page.locator("details[open]").count()).toBe(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.fill("#search", "file-read");
      expect(Number((await page.textContent("output"))?.split(" ")[0])).toBeLessThan(120);
      await page.goto(short);
      await page.locator("summary").first().click();
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<axe.AxeResults>("axe.run()");
      expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
      expect(new Set(requests.map((url) => url.replace(/#.*/, "")))).toEqual(new Set([address, short]));
      await page.close();
    },
  );

  it("runs its script under its own content security policy, and filters by risk", async () => {
    const page = await browser.newPage();
    await page.goto(address);
    const all = await page.textContent("output");
    await page.uncheck("input[value=safe]");
    expect(await page.textContent("output")).not.toBe(all);
    expect(await page.locator("details[data-risk=safe]:visible").count()).toBe(0);
    await page.close();
  });
});
