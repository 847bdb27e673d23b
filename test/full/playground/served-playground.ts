import { spawn, type ChildProcess } from "node:child_process";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { cleanEnvironment, command } from "../../cli/command-line.js";

/** A playground that the command serves. */
export interface ServedPlayground {
  readonly url: string;
  readonly origin: string;
  readonly child: ChildProcess;
  readonly stop: () => Promise<void>;
}

/** Starts `toolkiln playground` as a user does, and waits for its address. */
export async function servePlayground(cwd: string, ...args: readonly string[]): Promise<ServedPlayground> {
  const child = spawn(process.execPath, [command, "playground", "--no-open", ...args], {
    cwd,
    env: cleanEnvironment(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  // A failing test may not reach `stop`.
  process.once("exit", () => child.kill());
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let printed = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const found = /http:\/\/\S+/.exec(printed)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error(printed)));
  });
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  return { url, origin: new URL(url).origin, child, stop };
}

/** A page that records the browser's errors, warnings and dialogs, and every request that leaves the playground. */
export interface WatchedPage {
  readonly page: Page;
  readonly complaints: string[];
}

/** Opens the playground in a new browser context. */
export async function openPlayground(
  browser: Browser,
  { url, origin }: ServedPlayground,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith("data:"))
      complaints.push(request.url());
  });
  await page.goto(url);
  await page.locator(".live:is(.ready, .failed)").waitFor();
  return { page, complaints };
}

/** Finds a tool with the search field and selects it, as a user does. */
export async function chooseTool(page: Page, id: string): Promise<void> {
  await page.locator("#search").fill(id);
  await page.locator(`#tool-${id}`).click();
  await page.locator("#tool-name").waitFor();
  await page.locator(".tool > header code", { hasText: new RegExp(`^${id}$`) }).waitFor();
}

/** Runs the chosen tool and waits for its end; returns the line about the outcome. */
export async function runTool(page: Page): Promise<string> {
  const before = await page.locator(".history li").count();
  await page.locator(".run .primary").click();
  await page.locator(".history li").nth(before).waitFor();
  await page.locator(".outcome").waitFor();
  return page.locator(".outcome").innerText();
}
