import { spawnSync } from "node:child_process";

const done = [];

/** Runs a command and prints its output; exits when the command fails. */
export function step(title, command, ...args) {
  console.log(`\n── ${title}: ${[command, ...args].join(" ")}`);
  const started = performance.now();
  const { status, error } = spawnSync(command, args, {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (error) throw error;
  const seconds = (performance.now() - started) / 1000;
  done.push({ title, seconds, failed: status !== 0 });
  if (status === 0) return;
  summarize();
  process.exit(status ?? 1);
}

/** Prints the commands with their durations and outcomes. */
export function summarize() {
  const width = Math.max(...done.map(({ title }) => title.length));
  console.log("\n── summary");
  for (const { title, seconds, failed } of done)
    console.log(`${failed ? "✗" : "✓"} ${title.padEnd(width)} ${seconds.toFixed(1).padStart(7)} s`);
  const total = done.reduce((sum, { seconds }) => sum + seconds, 0);
  const failed = done.find((one) => one.failed);
  console.log(failed ? `\nFailed: ${failed.title}.` : `\nAll passed in ${total.toFixed(0)} s.`);
}
