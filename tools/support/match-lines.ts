import { IsolatedWorker } from "./isolated-worker.js";

/** A line that matches, with the lines around it. */
export interface LineMatch {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What to look for in each text. */
export interface LineQuery {
  readonly pattern: string;
  readonly flags: string;
  readonly contextLines: number;
}

const longestLine = 500;

const code = `
const { parentPort, workerData } = require("node:worker_threads");
const { pattern, flags, contextLines, longestLine } = workerData;
const expression = new RegExp(pattern, flags);
const shorten = (line) => (line.length > longestLine ? line.slice(0, longestLine) + "…" : line);
parentPort.on("message", ({ text, limit }) => {
  const lines = text.split(/\\r?\\n/);
  const matches = [];
  for (let index = 0; index < lines.length && matches.length < limit; index++) {
    if (!expression.test(lines[index])) continue;
    matches.push({
      line: index + 1,
      text: shorten(lines[index]),
      before: lines.slice(Math.max(0, index - contextLines), index).map(shorten),
      after: lines.slice(index + 1, index + 1 + contextLines).map(shorten),
    });
  }
  parentPort.postMessage(matches);
});
`;

/** Finds matching lines in a worker, so that a catastrophic pattern can be given up. */
export class LineMatcher {
  readonly #worker: IsolatedWorker;

  constructor(query: LineQuery) {
    this.#worker = new IsolatedWorker(code, { ...query, longestLine });
  }

  async match(
    text: string,
    limit: number,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<readonly LineMatch[]> {
    // The worker is our own code and answers with nothing else.
    return (await this.#worker.ask({ text, limit }, timeoutMs, signal)) as readonly LineMatch[];
  }

  close(): Promise<void> {
    return this.#worker.close();
  }
}
