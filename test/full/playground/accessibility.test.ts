import axe, { type AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.js";
import { fixtureProject } from "./fixture-project.js";
import {
  chooseTool,
  openPlayground,
  runTool,
  servePlayground,
  type ServedPlayground,
} from "./served-playground.js";

/** Serious violations that axe finds, as `rule: element`. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate<AxeResults>("axe.run()");
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

describe.skipIf(!hasChromium)("the playground", () => {
  let browser: Browser;
  let served: ServedPlayground;

  beforeAll(async () => {
    [browser, served] = await Promise.all([launchChromium(), servePlayground(fixtureProject())]);
  });
  afterAll(async () => Promise.all([browser.close(), served.stop()]));

  it.each(["light", "dark"] as const)("has no serious accessibility violation (%s)", async (colorScheme) => {
    const { page } = await openPlayground(browser, served, { colorScheme });
    expect(await violations(page)).toEqual([]);
    await chooseTool(page, "greet");
    await page.getByLabel("who", { exact: true }).fill("A");
    await page.getByRole("button", { name: "Set address" }).click();
    await page.getByLabel("Variant of target").selectOption({ label: "string" });
    await page.locator(".field .errors p").first().waitFor();
    expect(await violations(page)).toEqual([]);
    for (const name of ["Providers", "Manifest", "Tests", "Copy as"]) {
      await page.getByRole("tab", { name, exact: true }).click();
      expect(await violations(page)).toEqual([]);
    }
    await chooseTool(page, "show-table");
    await runTool(page);
    await page.getByText("3 rows").waitFor();
    expect(await violations(page)).toEqual([]);
    await chooseTool(page, "erase");
    await page.getByLabel("note", { exact: true }).fill("x");
    await page.locator(".run .primary").click();
    await page.getByRole("dialog").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.locator(".outcome", { hasText: "denied" }).waitFor();
    await page.context().close();
  });

  it("supports the whole flow by keyboard", async () => {
    const { page, complaints } = await openPlayground(browser, served);
    const focused = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.id);
    await page.getByLabel("Keyboard shortcuts").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("erase");
    await page.locator("#tool-erase").waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("form/note");
    await page.keyboard.type("diary");
    await page.keyboard.press("Control+Enter");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest("button")?.textContent))
      .toContain("Deny");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(".outcome", { hasText: "completed" }).waitFor();
    expect(await focused()).toBe("form/note");
    const result = page.getByRole("tab", { name: "Result", exact: true });
    await result.focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tab", { name: "Providers", selected: true }).waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("tab", { name: "Result", selected: true }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("show-t");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator(".tool > header code", { hasText: "show-text" }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it.each([1280, 390])("fits into %i pixels", async (width) => {
    const { page } = await openPlayground(browser, served, { viewport: { width, height: 800 } });
    const overflow = (): Promise<number> =>
      page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.keyboard.press("/");
    await page.keyboard.type("greet");
    await page.locator("#tool-greet").click();
    await page.getByLabel("who", { exact: true }).fill("Ada");
    await page.locator(".run .primary").click();
    await page.locator(".outcome").waitFor();
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.context().close();
  });
});
