import { diagnostic } from "../../diagnostics/catalog.js";
import { toMilliseconds } from "../../values/duration.js";
import { manifestRule, type LintRule } from "../rule.js";

const longest = 24 * 3_600_000;

/** A timeout is a time that can be waited for. */
export const timeoutRule: LintRule = manifestRule("timeout", function* (view) {
  const { timeout } = view.value;
  const isDuration =
    typeof timeout === "string" || (typeof timeout === "number" && Number.isInteger(timeout));
  const milliseconds = isDuration ? toMilliseconds(timeout) : undefined;
  if (milliseconds === undefined || (milliseconds >= 1 && milliseconds <= longest)) return;
  const help = "Choose one from 1ms to 24h, or omit the key to use the executor's limit.";
  const message = `The timeout \`${String(timeout)}\` is out of range.`;
  yield diagnostic("TK2007", view.place(["timeout"]), message, { help });
});
