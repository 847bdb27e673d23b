import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.js";
import { fixtureProject, toolFiles } from "./fixture-project.js";
import {
  chooseTool,
  openPlayground,
  runTool,
  servePlayground,
  type ServedPlayground,
} from "./served-playground.js";

describe.skipIf(!hasChromium)("the playground", () => {
  let browser: Browser;
  let cwd: string;
  let served: ServedPlayground;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    cwd = fixtureProject();
    [browser, served] = await Promise.all([launchChromium(), servePlayground(cwd)]);
  });
  afterAll(async () => Promise.all([browser.close(), served.stop()]));
  beforeEach(async () => {
    ({ page, complaints } = await openPlayground(browser, served));
  });
  afterEach(async () => {
    await page.context().close();
    if (complaints.length > 0) throw new Error(complaints.join("\n"));
  });

  it("finds tools by name, tag, category and risk, and marks deprecated ones", async () => {
    const ids = async (): Promise<string[]> => page.locator(".tool-row code").allInnerTexts();
    await page.locator("#search").fill("welcome");
    await expect.poll(ids).toEqual(["greet"]);
    await page.locator("#search").fill("custom medium");
    await expect.poll(ids).toEqual(["erase"]);
    await page.locator("#search").fill("old-greet");
    await expect.poll(() => page.locator(".tool-row .mark").innerText()).toBe("deprecated");
    await page.locator("#search").fill("nothing like it");
    await page.getByText("No tools match this search.").waitFor();
  });

  it("offers the toolsets of the configuration", async () => {
    await page.getByLabel("Toolset").selectOption({ label: "showing (2)" });
    await expect
      .poll(() => page.locator(".tool-row code").allInnerTexts())
      .toEqual(["show-table", "show-text"]);
  });

  it("validates with the runtime's own messages while somebody types, and shows the summary", async () => {
    await chooseTool(page, "greet");
    await page.getByLabel("who", { exact: true }).fill("A");
    await page.locator(".field .errors", { hasText: "at least 2" }).waitFor();
    await page.getByLabel("who", { exact: true }).fill("Ada");
    await page.locator(".summary", { hasText: "Greet Ada" }).waitFor();
    await page.getByText("valid").waitFor();
    await page.getByLabel("times", { exact: true }).fill("many");
    await expect
      .poll(() =>
        page
          .locator(".field .errors", { hasText: "times" })
          .or(page.locator(".field .errors p"))
          .first()
          .count(),
      )
      .toBeGreaterThan(0);
  });

  it("builds nested objects, arrays and unions, and shows the same value as JSON", async () => {
    await chooseTool(page, "greet");
    await page.getByLabel("who", { exact: true }).fill("Ada");
    await page.getByRole("button", { name: "Set address" }).click();
    await page.getByLabel("city", { exact: true }).fill("Oslo");
    await page.getByRole("button", { name: "Set tags" }).click();
    await page.getByRole("button", { name: "Add to tags" }).click();
    await page.getByLabel("tags 1", { exact: true }).fill("warm");
    await page.getByLabel("Variant of target").selectOption({ label: "integer" });
    await page.getByLabel("target", { exact: true }).last().fill("7");
    await page.getByLabel("style", { exact: true }).selectOption("loud");
    await page.getByRole("tab", { name: "JSON", exact: true }).click();
    const json = await page.getByLabel("Parameters as JSON").inputValue();
    expect(JSON.parse(json)).toEqual({
      who: "Ada",
      address: { city: "Oslo" },
      tags: ["warm"],
      target: 7,
      style: "loud",
    });
    await page.getByLabel("Parameters as JSON").fill(`{ "who": "Bob" }`);
    await page.getByRole("tab", { name: "Form", exact: true }).click();
    expect(await page.getByLabel("who", { exact: true }).inputValue()).toBe("Bob");
    await page.getByRole("button", { name: "Clear who" }).click();
    await page.getByRole("tab", { name: "JSON", exact: true }).click();
    expect(await page.getByLabel("Parameters as JSON").inputValue()).toBe("{}");
  });

  it.each([
    ["show-text", "plain text"],
    ["show-diff", "three"],
    ["show-file", "const a = 1;"],
    ["show-list", "a.txt"],
    ["show-table", "Oslo"],
    ["show-structured", "deep"],
  ])("shows the result of %s as people, models and programs see it", async (id, text) => {
    await chooseTool(page, id);
    expect(await runTool(page)).toContain("completed");
    await page.frameLocator(".frame").getByText(text).first().waitFor();
    await page.getByRole("tab", { name: "Model sees" }).click();
    const shown = page.frameLocator(".frame").locator("main");
    await shown.filter({ hasText: "Result: Success" }).waitFor();
    await page.getByRole("tab", { name: "JSON", exact: true }).last().click();
    await shown.filter({ hasText: `"success": true` }).waitFor();
    await page.getByRole("tab", { name: "Envelope" }).click();
    await shown.filter({ hasText: `"tool": "${id}"` }).waitFor();
  });

  it("shows images", async () => {
    await chooseTool(page, "show-image");
    await runTool(page);
    await expect
      .poll(() => page.frameLocator(".frame").getByRole("img", { name: "a dot" }).count())
      .toBeGreaterThan(0);
  });

  it("sorts and filters tables", async () => {
    await chooseTool(page, "show-table");
    await runTool(page);
    await page.getByText("3 rows").waitFor();
    const cities = async (): Promise<string[]> =>
      page.frameLocator(".frame").locator("tbody td:first-child").allInnerTexts();
    await expect.poll(cities).toEqual(["Oslo", "Bern", "Rome"]);
    await page.getByLabel("Sort the rows").selectOption({ label: "people ↑" });
    await expect.poll(cities).toEqual(["Bern", "Oslo", "Rome"]);
    await page.getByLabel("Sort the rows").selectOption({ label: "people ↓" });
    await expect.poll(cities).toEqual(["Rome", "Oslo", "Bern"]);
    await page.getByLabel("Filter the rows").fill("er");
    await expect.poll(cities).toEqual(["Bern"]);
    // Playwright reads a frame with a script, which the sandbox blocks while the frame loads.
    complaints = complaints.filter((text) => !text.startsWith("Blocked script execution"));
  });

  it("shows progress with the time that is left, and cancels", async () => {
    await chooseTool(page, "slow");
    await page.locator(".run .primary").click();
    await page.locator(".progress", { hasText: /Step \d+ · \d+ % · .* left/ }).waitFor();
    await page.locator(".deadline", { hasText: "time left" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".outcome", { hasText: "cancelled" }).count()).toBeGreaterThan(0);
  });

  it("asks for approval with the effective risk, shows the diff of edited parameters and runs them", async () => {
    await chooseTool(page, "erase");
    await page.getByLabel("note", { exact: true }).fill("diary");
    await page.getByLabel("force", { exact: true }).selectOption("true");
    await page
      .getByText("Rule 1 applies and sets the risk to at least high: Locked notes are erased too.")
      .waitFor();
    await page.locator(".run .primary").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Erase 'diary'").waitFor();
    await dialog.getByText("Locked notes are erased too.").waitFor();
    await dialog.locator(".badge", { hasText: "high" }).waitFor();
    await dialog.getByLabel("note", { exact: true }).fill("list");
    await dialog.locator("del", { hasText: "diary" }).waitFor();
    await dialog.locator("ins", { hasText: "list" }).waitFor();
    // Editing alone must not approve.
    await page.keyboard.press("Enter");
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByLabel("note", { exact: true }).fill("list");
    await dialog.getByRole("button", { name: "Approve with changes" }).click();
    await page.locator(".outcome", { hasText: "completed" }).waitFor();
    expect(await page.locator(".outcome").innerText()).toContain("edited");
    await page.frameLocator(".frame").getByText("erased list").first().waitFor();
    await page.frameLocator(".frame").locator(".tk-artifact", { hasText: "list.txt" }).waitFor();
  });

  it("denies a call on Escape, and focuses Deny initially", async () => {
    await chooseTool(page, "erase");
    await page.getByLabel("note", { exact: true }).fill("diary");
    await page.locator(".run .primary").click();
    await page.getByRole("dialog").waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest("button")?.textContent))
      .toContain("Deny");
    await page.keyboard.press("Escape");
    await page.locator(".outcome", { hasText: "denied" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("shows why a tool failed, and survives one that ends its process", async () => {
    await chooseTool(page, "fails");
    expect(await runTool(page)).toContain("failed");
    await page.getByText("Error details").click();
    await page.locator("pre", { hasText: "RangeError: out of luck" }).waitFor();
    await chooseTool(page, "quits");
    expect(await runTool(page)).toContain("unknown");
    await chooseTool(page, "show-text");
    expect(await runTool(page)).toContain("completed");
  });

  it("shows injected parameters as locked, and rejects a call without their values", async () => {
    await chooseTool(page, "tenant");
    await page.locator(".locked", { hasText: "--inject" }).waitFor();
    expect(await runTool(page)).toContain("invalid");
  });

  it("keeps a history that is shown, replayed and compared", async () => {
    await chooseTool(page, "greet");
    await page.getByLabel("who", { exact: true }).fill("Ada");
    await runTool(page);
    await page.getByLabel("who", { exact: true }).fill("Bob");
    await runTool(page);
    await page.frameLocator(".frame").getByText("Hello Bob").first().waitFor();
    const count = await page.locator(".history li").count();
    await page
      .getByRole("button", { name: /^Compare with greet/ })
      .first()
      .click();
    await page.frameLocator("iframe[title=Comparison]").getByText("Hello Ada").first().waitFor();
    await page.locator(".history li").nth(1).locator(".past").click();
    await page.frameLocator(".frame").getByText("Hello Ada").first().waitFor();
    expect(await page.getByLabel("who", { exact: true }).inputValue()).toBe("Ada");
    await page
      .locator(".history li")
      .nth(1)
      .getByRole("button", { name: /again$/ })
      .click();
    await expect.poll(() => page.locator(".history li").count()).toBe(count + 1);
    await page.frameLocator(".frame").getByText("Hello Ada").first().waitFor();
  });

  it("shows provider definitions, generated code, the manifest and code snippets for the call", async () => {
    await chooseTool(page, "greet");
    await page.getByLabel("who", { exact: true }).fill("Ada");
    await page.getByRole("tab", { name: "Providers" }).click();
    await page
      .frameLocator(".frame")
      .getByText(/^openai: ~?\d+ tokens/)
      .waitFor();
    await page.frameLocator(".frame").getByText("anthropic.json").waitFor();
    await page.getByRole("tab", { name: "TypeScript" }).click();
    await page.frameLocator(".frame").getByText("export interface GreetInput").first().waitFor();
    await page.getByRole("tab", { name: "Manifest" }).click();
    await page.locator(".line", { hasText: "name: Greet" }).waitFor();
    await page.getByRole("tab", { name: "Copy as" }).click();
    await page.getByText(`npx toolkiln run greet --params '{"who":"Ada"}'`).waitFor();
    const titles = await page.locator(".copy").evaluateAll((forms) => forms.map((form) => form.ariaLabel));
    expect(titles).toEqual([
      "Command line",
      "TypeScript",
      "MCP with curl",
      "openai tool call",
      "anthropic tool call",
      "gemini tool call",
    ]);
  });

  it("runs the tests of the manifest", async () => {
    await chooseTool(page, "greet");
    await page.getByRole("tab", { name: "Tests" }).click();
    await page.getByRole("button", { name: "Run the tests" }).click();
    await page.locator(".tests li.passed", { hasText: "greets" }).waitFor();
    await expect
      .poll(() => page.locator(".tests li.failed", { hasText: "expected" }).count())
      .toBeGreaterThan(0);
  });

  it("shows changes on disk within a second, with diagnostics at their location, and keeps the form", async () => {
    await chooseTool(page, "greet");
    await page.getByLabel("who", { exact: true }).fill("Ada");
    const manifest = join(cwd, "manifests/greet.tool.yaml");
    const text = readFileSync(manifest, "utf8");
    writeFileSync(manifest, text.replace("name: Greet", "name: Welcome"));
    await page.getByRole("heading", { name: "Welcome" }).waitFor();
    await page.locator(".notice", { hasText: "older than the manifest" }).waitFor();
    writeFileSync(manifest, text.replace("risk: safe", "risk: saf"));
    await page.locator(".notice", { hasText: "has errors" }).waitFor();
    await page.getByRole("tab", { name: "Manifest" }).click();
    await page.locator(".diagnostic.error", { hasText: "TK" }).first().waitFor();
    writeFileSync(manifest, text);
    await page.locator(".notice").waitFor({ state: "detached" });
    const implementation = join(cwd, "tools/greet.ts");
    writeFileSync(implementation, readFileSync(implementation, "utf8").replace("Hello ", "Salut "));
    await expect.poll(() => page.locator(".live").innerText()).toContain("live");
    await expect
      .poll(async () => {
        await runTool(page);
        return page.frameLocator(".frame").locator("body").innerText();
      })
      .toContain("Salut Ada");
    expect(await page.getByLabel("who", { exact: true }).inputValue()).toBe("Ada");
  });

  it("reports missing services, and loads them once they exist", async () => {
    const body = `({ content: "rows " + context.services.database })`;
    const manifest =
      "description: Count the rows of a table that the caller names.\ncategory: custom\nrisk: safe\nuses: [database]\nschema: { properties: {} }\nresult: text\n";
    const folder = fixtureProject(toolFiles("count-rows", { manifest, body }));
    const incomplete = await servePlayground(folder);
    const watched = await openPlayground(browser, incomplete);
    await watched.page.locator(".live.failed", { hasText: "tools/services.ts" }).waitFor();
    await chooseTool(watched.page, "count-rows");
    expect(await runTool(watched.page)).toContain("unknown");
    writeFileSync(
      join(folder, "tools/services.ts"),
      "export const createServices = () => ({ database: 42 });\n",
    );
    await watched.page.locator(".live.ready").waitFor();
    expect(await runTool(watched.page)).toContain("completed");
    await watched.page.frameLocator(".frame").getByText("rows 42").first().waitFor();
    expect(watched.complaints).toEqual([]);
    await incomplete.stop();
  });

  it("completes paths inside the workspace only", async () => {
    const paths = (typed: string): Promise<unknown> =>
      page.evaluate(async (query) => {
        const headers = { "Content-Type": "application/json" };
        const body = JSON.stringify([query]);
        return (await fetch("/api/paths", { method: "POST", headers, body })).json();
      }, typed);
    expect(await paths("no")).toEqual(["notes/"]);
    expect(await paths("notes/")).toEqual(["notes/first.txt"]);
    expect(await paths("../")).toEqual([]);
    expect(await paths("/etc/")).toEqual([]);
  });

  it("keeps the parameters of a tool while another is chosen, and the chosen tool after a reload", async () => {
    await chooseTool(page, "greet");
    await page.getByLabel("who", { exact: true }).fill("Ada");
    await chooseTool(page, "erase");
    await chooseTool(page, "greet");
    expect(await page.getByLabel("who", { exact: true }).inputValue()).toBe("Ada");
    await page.reload();
    await page.locator(".tool > header code", { hasText: /^greet$/ }).waitFor();
  });
});
