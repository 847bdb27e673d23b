import type { ToolProgressInit } from "@toolkiln/runtime";
import { clipLine } from "../fit-text.js";
import { log, outputOptions, visible } from "../output.js";
import { columnsOf, isAnimated } from "../terminal.js";

const barWidth = 16;
const patience = 500;

/** Shows progress on one terminal line that is redrawn; without a terminal, as lines with `--verbose`. */
export class ProgressLine {
  /** The time and percentage of the first step; excludes earlier time, such as waiting for approval. */
  #first: { readonly time: number; readonly percent: number } | undefined;
  #shown = false;
  #last = "";

  /** Shows a step; nothing is shown for short calls. */
  update(progress: ToolProgressInit): void {
    if (progress.warningMessage !== undefined) {
      this.clear();
      log(`  ⚠ ${visible(progress.warningMessage)}`);
    }
    this.#first ??= { time: performance.now(), percent: percentOf(progress) ?? 0 };
    const elapsed = performance.now() - this.#first.time;
    const text = describeProgress(progress, elapsed, this.#first.percent);
    if (!isAnimated()) {
      if (outputOptions().verbose === true && text !== this.#last) log(`  ${text}`);
    } else if (elapsed >= patience || this.#shown) {
      const line = clipLine(`  ${text}   (Ctrl-C cancels)`, columnsOf(process.stderr) - 1);
      process.stderr.write(`\r\u001B[2K${line}`);
      this.#shown = true;
    }
    this.#last = text;
  }

  /** Erases the line, so that the next output replaces it. */
  clear(): void {
    if (this.#shown) process.stderr.write("\r\u001B[2K");
    this.#shown = false;
  }
}

/** A step as text: message, progress bar, count and total, remaining time. */
export function describeProgress(progress: ToolProgressInit, elapsedMs: number, startedAt = 0): string {
  const { itemsProcessed, totalItems, currentOperation } = progress;
  const known = percentOf(progress);
  const parts = [visible(progress.message).replaceAll("\n", " ")];
  if (known !== undefined) parts.push(bar(known));
  if (itemsProcessed !== undefined) {
    const total = totalItems === undefined ? "" : ` of ${totalItems.toLocaleString("en-US")}`;
    parts.push(`${itemsProcessed.toLocaleString("en-US")}${total}`);
  } else if (known !== undefined) parts.push(`${Math.round(known)} %`);
  if (currentOperation !== undefined) parts.push(visible(currentOperation).replaceAll("\n", " "));
  const left = progress.estimatedRemainingMs ?? estimate(known, elapsedMs, startedAt);
  if (left !== undefined && Number.isFinite(left)) parts.push(`${inWords(left)} left`);
  return parts.join("  ");
}

function percentOf({ percentComplete, itemsProcessed, totalItems }: ToolProgressInit): number | undefined {
  const percent =
    percentComplete ??
    (itemsProcessed !== undefined && totalItems !== undefined && totalItems > 0
      ? (itemsProcessed / totalItems) * 100
      : undefined);
  return percent === undefined || Number.isNaN(percent) ? undefined : Math.min(100, Math.max(0, percent));
}

/** The remaining time at the current rate; undefined until an estimate is possible. */
function estimate(percent: number | undefined, elapsedMs: number, startedAt: number): number | undefined {
  if (percent === undefined || percent - startedAt < 2) return undefined;
  return (elapsedMs * (100 - percent)) / (percent - startedAt);
}

function bar(percent: number): string {
  const full = Math.round((percent / 100) * barWidth);
  return "█".repeat(full) + "░".repeat(barWidth - full);
}

function inWords(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
