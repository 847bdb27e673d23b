import { createContext, Script, type Context } from "node:vm";
import type { ManifestSource } from "../read/manifest-source.js";
import { startClock } from "./work-clock.js";

/** Milliseconds of the processor that comparing the values of one file with their schemas may take. */
const patience = 120;

const calling = new Script("work()");
let context: Context | undefined;

/**
 * Time for what validators do, which may never end: a pattern on a text that almost matches, alternatives inside alternatives.
 *
 * Nothing else can stop such work in the middle, and counting its steps would mean another validator than the one that
 * is generated.
 */
export class TimeBudget {
  #left = patience;

  /** Does the work, or as much of it as there is time for; whether it came to its end. */
  run(work: () => void): boolean {
    while (this.#left >= 1) {
      const spent = startClock();
      const end = endOf(work, Math.ceil(this.#left));
      this.#left -= Math.max(1, spent());
      if (end !== "timeout") return end === "done";
    }
    return false;
  }
}

/**
 * How work ended. A validator that throws is as little of an answer as one that takes too long: a schema that leads back
 * to itself overflows the stack, and Ajv calls what a value has under the name of `toString`. When its time was up too
 * early the work is done again, so that it has to be harmless to repeat.
 */
function endOf(work: () => void, milliseconds: number): "done" | "timeout" | "failure" {
  context ??= createContext({});
  context["work"] = work;
  try {
    calling.runInContext(context, { timeout: milliseconds });
    return "done";
  } catch (error) {
    return isTimeout(error) ? "timeout" : "failure";
  } finally {
    delete context["work"];
  }
}

/** Errors of `node:vm` belong to another realm, so they are no instances of this one's `Error`. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}

const budgets = new WeakMap<ManifestSource, TimeBudget>();

/** The time that is left for the values of a file. */
export function timeFor(source: ManifestSource): TimeBudget {
  const budget = budgets.get(source) ?? new TimeBudget();
  budgets.set(source, budget);
  return budget;
}
