// Renders the terminal output of `npm start`, from step 3 on, to docs/images/start.png.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { ensureChromium } from "./ensure-chromium.js";

const picture = fileURLToPath(new URL("../docs/images/start.png", import.meta.url));
const columns = 112;
const characterWidth = 7.83;
const lineHeight = 18;
const padding = 24;

const text = terminalText();
const rows = stripVTControlCharacters(text)
  .split("\n")
  .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
draw(
  `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; padding: ${padding}px; background: #16181d; color: #d5d8df }
    pre { margin: 0; width: ${columns}ch; white-space: pre-wrap; font: 13px/${lineHeight}px "DejaVu Sans Mono", Menlo, monospace }
    .s1 { font-weight: bold } .s2 { opacity: 0.6 } .s31 { color: #ff7b72 } .s32 { color: #7ee787 }
    .s33 { color: #e3b341 } .s34, .s36 { color: #79c0ff }
  </style><pre>${toHtml(text)}</pre>`,
  { width: Math.ceil(columns * characterWidth) + 2 * padding, height: rows * lineHeight + 2 * padding },
);
console.log("Wrote docs/images/start.png");

/** The output of `npm start` with colours. */
function terminalText() {
  const script = fileURLToPath(new URL("start.js", import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [script], {
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

function draw(html, { width, height }) {
  const folder = mkdtempSync(join(tmpdir(), "toolkiln-screenshot-"));
  const page = join(folder, "start.html");
  writeFileSync(page, html);
  const chromium = ensureChromium();
  if (chromium === undefined) throw new Error("No Chromium found. Install one, or set CHROMIUM_PATH.");
  const { status, stderr } = spawnSync(
    chromium,
    [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--hide-scrollbars",
      "--force-device-scale-factor=1.5",
      `--user-data-dir=${join(folder, "profile")}`,
      `--window-size=${width},${height}`,
      `--screenshot=${picture}`,
      pathToFileURL(page).href,
    ],
    { encoding: "utf8", timeout: 60_000 },
  );
  rmSync(folder, { recursive: true, force: true });
  if (status !== 0) throw new Error(`Chromium failed:\n${stderr}`);
}
