import { editDistance } from "./edit-distance.js";

/** The candidate that looks most like a name, if one does. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  // Long texts are no typing mistakes, and comparing them costs their lengths multiplied.
  if (name.length > 64) return undefined;
  let nearest: string | undefined;
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least && distance < candidate.length) [nearest, least] = [candidate, distance];
  }
  return nearest;
}
