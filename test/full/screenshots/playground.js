// Draws the six main views of the playground, light and dark, into docs/images/.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { ensureChromium } from "../support/ensure-chromium.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const images = join(root, "docs/images");
const command = join(root, "packages/cli/bin/toolkiln.js");

/** The tool pack of this repository in a folder of its own, which the pictures may name. */
const home = mkdtempSync(join(tmpdir(), "playground-"));
const project = join(home, "my-tools");
for (const folder of ["manifests", "generated", "tools", "docs", "README.md", "LICENSE"])
  cpSync(join(root, folder), join(project, folder), { recursive: true });
symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
spawnSync("git", ["init", "-q"], { cwd: project });

async function serve() {
  const child = spawn(process.execPath, [command, "playground", "--no-open"], { cwd: project });
  process.once("exit", () => child.kill());
  const url = await new Promise((resolve, reject) => {
    child.stderr.on("data", (text) => {
      const found = /http:\/\/\S+/.exec(String(text))?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error("The playground did not start.")));
  });
  return { child, url };
}

async function choose(page, id) {
  await page.locator("#search").fill(id);
  await page.locator(`#tool-${id}`).click();
  await page.locator(".tool > header code", { hasText: new RegExp(`^${id}$`) }).waitFor();
  await page.locator("#search").fill("");
}

async function run(page) {
  await page.locator(".run .primary").click();
  await page.locator(".outcome").waitFor();
}

const views = {
  async result(page) {
    await choose(page, "file-read");
    await page.locator("#form\\/path").fill("tools/file-read.ts");
    await page.locator(".summary", { hasText: "tools/file-read.ts" }).waitFor();
    await run(page);
    await page.frameLocator(".frame").locator(".tk-result").waitFor();
  },
  async table(page) {
    await choose(page, "directory-list");
    await page.locator("#form\\/path").fill("manifests");
    await run(page);
    await page.getByLabel("Sort the rows").selectOption({ label: "name ↑" });
    await page.frameLocator(".frame").locator(".tk-result").waitFor();
  },
  async approval(page) {
    await choose(page, "file-delete");
    await page.locator("#form\\/path").fill("LICENSE");
    await page.locator(".run .primary").click();
    await page.getByRole("dialog").getByLabel("permanent", { exact: true }).selectOption("true");
    await page.locator("ins").waitFor();
  },
  async validation(page) {
    await page.keyboard.press("Escape");
    await choose(page, "http-request");
    await page.getByLabel("url", { exact: true }).fill("https://example.com/orders");
    await page.getByLabel("method", { exact: true }).selectOption("POST");
    await page.getByLabel("maxBytes", { exact: true }).fill("soon");
    await page.locator(".errors p").first().waitFor();
    await page.locator(".errors p").first().scrollIntoViewIfNeeded();
    await page.getByRole("tab", { name: "Copy as" }).click();
    await page.locator(".copy").first().waitFor();
  },
  async providers(page) {
    await choose(page, "file-write");
    await page.getByRole("tab", { name: "Providers" }).click();
    await page.frameLocator(".frame").locator(".tk-result").first().waitFor();
  },
  async compare(page) {
    await choose(page, "environment-info");
    await run(page);
    await choose(page, "file-read");
    await page.locator("#form\\/path").fill("LICENSE");
    await run(page);
    await page
      .getByRole("button", { name: /^Compare with file-read/ })
      .first()
      .click();
    await page.frameLocator("iframe[title=Comparison]").locator(".tk-result").first().waitFor();
  },
};

const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const colorScheme of ["light", "dark"]) {
    const { child, url } = await serve();
    const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, colorScheme });
    page.setDefaultTimeout(20_000);
    await page.goto(url);
    for (const [name, show] of Object.entries(views)) {
      await page.locator(".live.ready").waitFor();
      await show(page);
      await page.waitForTimeout(600);
      await page.screenshot({ path: join(images, `playground-${name}.${colorScheme}.png`) });
    }
    await page.close();
    child.kill();
  }
} finally {
  await browser.close();
  rmSync(home, { recursive: true, force: true });
}
console.log("Six views of the playground, light and dark, drawn into docs/images/");
