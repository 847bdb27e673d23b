// npm run fuzz -- --minutes 30                     all generators of test/fuzz and test/full/fuzz, with an equal share of the time
// npm run fuzz -- --minutes 5 --only mcp-http      one generator
// npm run fuzz -- --only git --seed 7 --inputs 1   repeats one input
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { step } from "../support/steps.js";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    only: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    inputs: { type: "string" },
  },
});
const all = ["test/fuzz", "test/full/fuzz"].flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => join(folder, file)),
);
const chosen = all.filter((file) => values.only === undefined || nameOf(file) === values.only);
if (chosen.length === 0) {
  console.error(`Unknown generator '${values.only}'. Use one of ${all.map(nameOf).join(", ")}.`);
  process.exit(2);
}

step("packages of the full tests", "node", "test/full/install-packages.js");
const reports = mkdtempSync(join(tmpdir(), "toolkiln-fuzz-"));
const minutes = Number(values.minutes);
console.log(`${chosen.length} generators, ${minutes} minutes in total, seed ${values.seed}`);
const { status } = spawnSync(
  "vitest",
  ["run", "--config", "test/full/vitest.config.ts", "--no-file-parallelism", ...chosen],
  {
    stdio: "inherit",
    shell: process.platform === "win32",
    // An input may block the process indefinitely.
    timeout: (minutes + 10) * 60_000,
    env: {
      ...process.env,
      FUZZ_REPORTS: reports,
      FUZZ_SEED: values.seed,
      FUZZ_MINUTES: String(minutes / chosen.length),
      ...(values.inputs !== undefined && { FUZZ_INPUTS: values.inputs }),
    },
  },
);
print(readReports());
rmSync(reports, { recursive: true });
process.exit(status ?? 1);

function nameOf(file) {
  return basename(file, ".test.ts");
}

function readReports() {
  const file = join(reports, "reports");
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function print(done) {
  console.log("\ngenerator         inputs   seconds   slowest input   findings");
  for (const { name, inputs, seconds, slowest, findings } of done) {
    const cells = [
      String(inputs).padStart(9),
      seconds.toFixed(0).padStart(10),
      `${slowest.toFixed(2)} s`.padStart(16),
    ];
    console.log(name.padEnd(15) + cells.join("") + String(findings.length).padStart(11));
  }
  for (const { name, findings } of done)
    for (const { problem, reproduce, input } of findings)
      console.log(`\n${name}: ${problem}\n  ${reproduce}\n  ${input}`);
  if (done.length < chosen.length && existsSync(join(reports, "current")))
    console.log(
      `\nNot all generators finished. The last input (generator, seed): ${readFileSync(join(reports, "current"), "utf8")}`,
    );
}
