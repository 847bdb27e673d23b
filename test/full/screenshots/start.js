// Draws the terminal output of `npm start`, from step 3 on, into docs/images/start.png.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { chromium } from "playwright-core";
import { ensureChromium } from "../support/ensure-chromium.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const style = `
  body { margin: 0 }
  pre { margin: 0; padding: 24px; width: 112ch; white-space: pre-wrap; background: #16181d; color: #d5d8df;
    font: 13px/18px "DejaVu Sans Mono", Menlo, monospace }
  .s1 { font-weight: bold } .s2 { opacity: 0.6 } .s31 { color: #ff7b72 } .s32 { color: #7ee787 }
  .s33 { color: #e3b341 } .s34, .s36 { color: #79c0ff }`;

const html = `<!doctype html><meta charset="utf-8"><style>${style}</style><pre>${toHtml(terminalText())}</pre>`;
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, deviceScaleFactor: 1.5 });
  await page.setContent(html);
  await page.locator("pre").screenshot({ path: `${root}docs/images/start.png` });
} finally {
  await browser.close();
}
console.log("The output of `npm start`, drawn into docs/images/start.png");

/** The output of `npm start` with colours. */
function terminalText() {
  const { stdout, stderr, status } = spawnSync(process.execPath, [`${root}scripts/start.js`], {
    env: { ...process.env, NO_COLOR: "", FORCE_COLOR: "1" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`npm start failed:\n${stdout}${stderr}`);
  const lines = stdout.trimEnd().split("\n");
  const third = lines.findIndex((line) => stripVTControlCharacters(line).startsWith("3 · "));
  return ["$ npm start", "…", "", ...lines.slice(third)].join("\n");
}

/** Converts ANSI styles to HTML elements. */
function toHtml(styled) {
  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  const ends = new Set(["0", "22", "39"]);
  return (
    styled
      .replaceAll(/[&<>]/g, (character) => entities[character])
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/\u001b\[(\d+)m/g, (_, code) => (ends.has(code) ? "</span>" : `<span class="s${code}">`))
  );
}
