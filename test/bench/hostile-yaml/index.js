import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { hostileFiles } from "./files.js";

const script = fileURLToPath(new URL("read.js", import.meta.url));
const outside = fileURLToPath(new URL("../../../../shared/cases/yaml/", import.meta.url));
const most = { milliseconds: 1000, megabytes: 200 };

/** What reading each hostile file costs: time a file, and the most memory of a process that reads it twice. */
export async function hostileYaml() {
  const cases = [
    ...Object.keys(hostileFiles).map((name) => ["made", name]),
    ...(existsSync(outside) ? readdirSync(outside).map((name) => ["file", outside + name]) : []),
  ];
  const rows = cases.map(([kind, name]) => {
    const { stdout, signal } = spawnSync(process.execPath, [script, kind, name], {
      encoding: "utf8",
      timeout: 120_000,
    });
    if (stdout === "") throw new Error(`${name} ended the process (${signal ?? "no output"}).`);
    return { name: name.slice(name.lastIndexOf("/") + 1), ...JSON.parse(stdout) };
  });
  console.log("\nHostile YAML: time a file, memory of a process that reads it twice");
  for (const { name, milliseconds, megabytes } of rows.toSorted((a, b) => b.milliseconds - a.milliseconds)) {
    const mark = milliseconds > most.milliseconds || megabytes > most.megabytes ? "  !" : "";
    console.log(
      `${name.padEnd(45)} ${milliseconds.toFixed(0).padStart(6)} ms ${megabytes.toFixed(0).padStart(5)} MB${mark}`,
    );
  }
}
