import { setFlagsFromString } from "node:v8";

let pauses = 0;

/**
 * Keeps V8 from optimising more functions until the answer is called; what they do stays the same.
 *
 * V8 optimises in threads of its own. While all cores are taken by threads of ours these only stand in the way: in a
 * run over a thousand manifests they take two fifths of the processor's time and are done when everything else is.
 */
export function pauseOptimizer(): () => void {
  if (isSettled()) return () => undefined;
  if (pauses++ === 0) setOptimizer("--no-turbofan");
  let isPaused = true;
  return () => {
    if (isPaused && --pauses === 0) setOptimizer("--turbofan");
    isPaused = false;
  };
}

/** Whether whoever started the process has decided how V8 is to compile. */
function isSettled(): boolean {
  const given = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].join(" ");
  return /--(?:no[-_]?)?(?:opt|turbofan|jitless|lite[-_]mode)\b/.test(given);
}

function setOptimizer(flag: "--turbofan" | "--no-turbofan"): void {
  try {
    setFlagsFromString(flag);
  } catch {
    // Another engine than V8 has no such flags.
  }
}
