// Draws the HTML of every sample result in a headless Chromium, light and dark, into docs/images/.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";
import { renderPage } from "@toolkiln/render/html";
import { chromium } from "playwright-core";
import { ensureChromium } from "../support/ensure-chromium.js";

const folder = fileURLToPath(new URL("../../../docs/images/", import.meta.url));
const samples = new URL("../../render/sample-results.ts", import.meta.url);
const { sampleResults } = await createJiti(import.meta.url).import(fileURLToPath(samples));

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
  ],
});
try {
  for (const theme of ["light", "dark"]) {
    const page = await browser.newPage({ viewport: { width: 800, height: 1200 }, colorScheme: theme });
    for (const [name, result] of Object.entries(sampleResults)) {
      await page.setContent(renderPage(result, { title: name }));
      await page.locator(".tk-result").screenshot({ path: `${folder}${name}.${theme}.png` });
    }
    await page.close();
  }
} finally {
  await browser.close();
}
console.log(`${Object.keys(sampleResults).length} results, light and dark, drawn into docs/images/`);
