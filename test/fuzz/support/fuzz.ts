import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { Random } from "../../generator/support/random.js";
import { smallest } from "./smallest.js";

/** A property that must hold for every input, and where inputs come from. */
export interface Property<Input> {
  /** The name of the test file, which `npm run fuzz -- --only <name>` selects. */
  readonly name: string;
  /** How many inputs `npm test` checks, always the same; the full tests check five times as many. */
  readonly inputs: number;
  readonly generate: (random: Random) => Input;
  /** Inputs that once violated the property. */
  readonly found?: readonly Input[];
  /** How the input violates the property, in words that do not depend on the input; undefined if it does not. */
  readonly check: (input: Input) => string | undefined | Promise<string | undefined>;
}

/** An input that violates the property. */
export interface Finding {
  readonly problem: string;
  readonly reproduce: string;
  /** The input, made smaller. */
  readonly input: string;
}

/** What a run found; `test/fuzz/run.js` reads it. */
export interface Report {
  readonly name: string;
  readonly inputs: number;
  readonly seconds: number;
  /** CPU time of the slowest input. */
  readonly slowest: number;
  readonly findings: readonly Finding[];
}

const minutes = Number(process.env["FUZZ_MINUTES"] ?? 0);
const firstSeed = Number(process.env["FUZZ_SEED"] ?? 1);
const reports = process.env["FUZZ_REPORTS"];
const factor = process.env["FULL_TESTS"] === "true" ? 5 : 1;
const mostFindings = 5;
const everything = { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: Infinity };
/** CPU time in seconds after which an input of a long run counts as one that blocks the process. */
const mostSeconds = 20;

/** A run limits its own time, so vitest must not time it out. */
export const forLong = { timeout: 24 * 3_600_000 };

/** Checks a property with random inputs: briefly in the tests, for `FUZZ_MINUTES` in `npm run fuzz`. */
export async function fuzz<Input>(property: Property<Input>): Promise<readonly Finding[]> {
  const report = await run(property);
  if (reports !== undefined) appendFileSync(join(reports, "reports"), `${JSON.stringify(report)}\n`);
  return report.findings;
}

async function run<Input>(property: Property<Input>): Promise<Report> {
  const { name, found = [] } = property;
  const wanted = Number(process.env["FUZZ_INPUTS"] ?? (minutes > 0 ? Infinity : property.inputs * factor));
  const started = performance.now();
  const isOver = (): boolean => minutes > 0 && performance.now() - started > minutes * 60_000;
  const findings: Finding[] = [];
  for (const input of found) findings.push(...(await findingOf(property, input, "a known input")).findings);
  let [inputs, slowest] = [0, 0];
  for (; inputs < wanted && !isOver() && findings.length < mostFindings; inputs++) {
    const seed = firstSeed + inputs;
    // Written before the check: if the input blocks the process, the seed is known.
    if (reports !== undefined) writeFileSync(join(reports, "current"), `${name} ${seed}`);
    const reproduce = `npm run fuzz -- --only ${name} --seed ${seed} --inputs 1`;
    const checked = await findingOf(property, property.generate(new Random(seed)), reproduce);
    slowest = Math.max(slowest, checked.seconds);
    const isNew = checked.findings.every(({ problem }) => findings.every((one) => one.problem !== problem));
    if (isNew) findings.push(...checked.findings);
  }
  return { name, inputs, seconds: (performance.now() - started) / 1000, slowest, findings };
}

/** Checks an input; returns its CPU time, and a finding if it violates the property. */
async function findingOf<Input>(
  property: Property<Input>,
  input: Input,
  reproduce: string,
): Promise<{ seconds: number; findings: Finding[] }> {
  const before = process.cpuUsage();
  const problem = await problemOf(property, input);
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1_000_000;
  if (problem !== undefined) {
    const small = await smallest(input, async (other) => (await problemOf(property, other)) === problem);
    return { seconds, findings: [{ problem, reproduce, input: inspect(small, everything) }] };
  }
  if (minutes === 0 || seconds < mostSeconds) return { seconds, findings: [] };
  return {
    seconds,
    findings: [{ problem: "blocks the process", reproduce, input: inspect(input, everything) }],
  };
}

/** How the input violates the property; a thrown error counts, named by the place that threw it. */
async function problemOf<Input>({ check }: Property<Input>, input: Input): Promise<string | undefined> {
  try {
    return await check(input);
  } catch (error) {
    if (!(error instanceof Error)) return `throws ${typeof error}`;
    const place = error.stack?.split("\n").find((line) => /^\s+at /.test(line)) ?? "";
    return `throws ${error.name}${place}`;
  }
}
