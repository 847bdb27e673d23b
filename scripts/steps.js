import { spawnSync } from "node:child_process";

/** Runs a command of the workspace with its output shown; ends the process when it fails. */
export function step(title, command, ...args) {
  console.log(`\n── ${title}`);
  const started = performance.now();
  const { status, error } = spawnSync(command, args, {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (error) throw error;
  if (status !== 0) {
    console.error(`\n✗ ${title} failed (${command} ${args.join(" ")})`);
    process.exit(status ?? 1);
  }
  console.log(`✓ ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}
