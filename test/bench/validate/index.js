import { compareCases, printTable } from "../harness.js";

const cases = [
  ["Ajv, compiled in the process", "ajv.js"],
  ["toolkiln's emitted validator", "emitted.js"],
];

const peerCases = [["Zod", "zod.js"]];

/** Validation alone, with defaults filled in. */
export async function validate({ peers = true } = {}) {
  const rows = await compareCases(
    [...cases, ...(peers ? peerCases : [])].map(([name, file]) => ({
      name,
      module: new URL(file, import.meta.url),
    })),
    { rounds: 20, calls: 20_000 },
  );
  printTable("validate: four parameters, valid input", rows);
  return rows;
}
