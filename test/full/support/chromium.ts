import { chromium, type Browser } from "playwright-core";
import { findChromium } from "./ensure-chromium.js";

const executablePath = findChromium();

/**
 * Whether browser tests can run here. Without Chromium, they are skipped with a warning, and fail under `CI=true`.
 * `npm run test:full` installs Chromium first if it is allowed to.
 */
export const hasChromium: boolean = executablePath !== undefined;

if (!hasChromium) {
  const advice = "run `node test/full/support/ensure-chromium.js`, or set CHROMIUM_PATH";
  if (process.env["CI"] === "true") throw new Error(`Browser tests need a Chromium: ${advice}.`);
  process.stderr.write(
    `\n!!! SKIPPED: browser tests, because there is no Chromium on this machine: ${advice}.\n\n`,
  );
}

/** Starts a headless browser without background network requests. The caller closes it. */
export async function launchChromium(): Promise<Browser> {
  if (executablePath === undefined) throw new Error("There is no Chromium on this machine.");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
