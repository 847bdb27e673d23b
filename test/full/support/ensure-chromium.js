// Finds Chromium for the browser tests, or installs it with apt-get if possible. Prints its path.
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const elsewhere = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of an installed Chromium: `CHROMIUM_PATH`, or the first one found. */
export function findChromium() {
  const { CHROMIUM_PATH, PATH = "" } = process.env;
  const onPath = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [CHROMIUM_PATH, ...onPath, ...elsewhere].find((path) => path !== undefined && canRun(path));
}

/** Like `findChromium`, but tries to install Chromium if it is missing. */
export function ensureChromium() {
  return findChromium() ?? (mayInstall() && install() ? findChromium() : undefined);
}

function canRun(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function mayInstall() {
  return process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;
}

function install() {
  console.error("installing chromium with apt-get …");
  const apt = (...args) =>
    spawnSync("apt-get", ["-qq", "-o", "DPkg::Lock::Timeout=300", ...args], {
      // The output of apt-get must not mix with the path that this script prints.
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  return apt("update") && apt("install", "-y", "--no-install-recommends", "chromium");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = ensureChromium();
  if (path === undefined) {
    console.error("Chromium was not found and could not be installed, so browser tests will not run.");
    console.error("Install Chromium or Chrome, or set CHROMIUM_PATH.");
    process.exitCode = process.env.CI === "true" ? 1 : 0;
  } else {
    console.log(path);
  }
}
