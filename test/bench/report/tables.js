/** The tables of this run, in the order in which they were printed. */
const printed = [];

/** Prints measurements as a table and keeps it for the record. */
export function printTable(title, rows) {
  printed.push({ title, rows });
  console.log(`\n${title}`);
  const cells = [header, ...rows.map(cellsOf)];
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  for (const row of cells) {
    const padded = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]),
    );
    console.log(padded.join("   "));
  }
}

/** The tables printed since the last time, with numbers as long as they mean something. */
export function takeTables() {
  return printed.splice(0).map(({ title, rows }) => ({
    title,
    rows: rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [
          key,
          typeof value === "number" ? Number(value.toPrecision(4)) : value,
        ]),
      ),
    ),
  }));
}

export const header = ["case", "10th percentile", "median", "memory", "ratio"];

/** A row of measurements as texts. */
export function cellsOf({ name, unit, quiet, median, bytes, memory, ratio }) {
  const digits = unit === "ns" ? 0 : 1;
  return [
    name,
    `${quiet.toFixed(digits)} ${unit}`,
    `${median.toFixed(digits)} ${unit}`,
    memoryOf(bytes, memory),
    ratio.toFixed(2),
  ];
}

function memoryOf(bytes, memory) {
  if (bytes !== undefined) return `${bytes.toFixed(0)} B a call`;
  return memory === undefined ? "" : `${memory.toFixed(0)} MB`;
}
