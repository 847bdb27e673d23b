import { ToolProgress } from "@toolkiln/runtime";
import { log, visible } from "../output.js";
import { breakText, columnsOf, isAnimated } from "../terminal.js";

const barWidth = 16;
const showAfterMs = 500;

/** Shows progress on one redrawn terminal line, but not for short calls or without a terminal. Prints all warnings. */
export class ProgressLine {
  #started: number | undefined;
  #isShown = false;

  update(progress: ToolProgress): void {
    if (progress.warningMessage !== undefined) {
      this.clear();
      log(`  ⚠ ${visible(progress.warningMessage)}`);
    }
    // Time before the first step, such as waiting for approval, does not count.
    this.#started ??= performance.now();
    const elapsed = performance.now() - this.#started;
    if (!isAnimated() || elapsed < showAfterMs) return;
    const text = `  ${describeProgress(progress, elapsed)}   (Ctrl-C cancels)`;
    const [line = ""] = breakText(text, columnsOf(process.stderr) - 1);
    process.stderr.write(`\r\u001B[2K${line}`);
    this.#isShown = true;
  }

  /** Erases the line, so that the next output replaces it. */
  clear(): void {
    if (this.#isShown) process.stderr.write("\r\u001B[2K");
    this.#isShown = false;
  }
}

/** A step as text: message, progress bar, counts or percentage, current operation, remaining time. */
export function describeProgress(progress: ToolProgress, elapsedMs: number): string {
  const { message, currentOperation = "", itemsProcessed, totalItems, normalizedProgress: done } = progress;
  const full = Math.round(done * barWidth);
  const counts = [itemsProcessed, totalItems].flatMap((items) => items?.toLocaleString("en-US") ?? []);
  const estimatedRemainingMs = progress.estimatedRemainingMs ?? (elapsedMs * (1 - done)) / done;
  const remaining = new ToolProgress({ message, estimatedRemainingMs }).remainingText ?? "";
  const parts = [
    message,
    progress.isIndeterminate ? "" : "█".repeat(full) + "░".repeat(barWidth - full),
    counts.join(" of ") || progress.progressText,
    currentOperation,
    Number.isFinite(estimatedRemainingMs) ? remaining : "",
  ];
  return visible(parts.filter((part) => part !== "").join("  ")).replaceAll("\n", " ");
}
