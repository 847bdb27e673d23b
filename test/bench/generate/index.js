import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median, printTable, quietDecile } from "../harness.js";
import { copyRepositoryManifests, writeCorpus } from "../real-manifests.js";
import { benchFolder, writeProject } from "../thousand-tools.js";

const script = fileURLToPath(new URL("case.js", import.meta.url));

const cases = [
  ["openapi-typescript (types only)", "openapi-typescript", 1000],
  ["toolkiln from scratch", "from-nothing", 1000],
  ["toolkiln from scratch, every tool with its own schema", "from-nothing", 1000, { ownShapes: true }],
  ["json-schema-to-typescript, formatted (types only)", "json-schema-to-typescript", 1000],
  ["json-schema-to-typescript, unformatted (types only)", "json-schema-to-typescript-unformatted", 1000],
  ["hey-api (types only)", "hey-api", 1000],
  ["quicktype (types only)", "quicktype", 1000],
];

const repeated = [
  ["reading and hashing the manifests", "read-and-hash", 1000],
  ["toolkiln, nothing changed", "nothing-changed", 1000],
  ["toolkiln, one manifest changed", "one-changed", 1000],
];

/** Manifests as people write them: the repository's own, and a corpus with the statistics of real definitions. */
const real = [
  ["an empty process that loads the generator", "load", 17],
  ["toolkiln, the repository's own manifests from scratch", "from-nothing", 17],
  ["toolkiln, one of them changed", "one-changed", 17],
  ["toolkiln, 1,000 representative manifests from scratch", "from-nothing", 1000],
  ["toolkiln, 4,900 representative manifests from scratch", "from-nothing", 4900],
];

/** Generation of 1,000 tools from scratch against the peers' types alone, again with nothing changed, and with 5,000. */
export async function generate({ rounds = 3 } = {}) {
  const rows = measure(cases, rounds, "generate");
  printTable("generate: 1,000 tools from scratch", rows);
  const again = generateAgain({ rounds });
  const growth = measure(
    [1000, 100, 5000].map((count) => [`toolkiln, ${count} tools`, "from-nothing", count]),
    rounds,
    "generate-growth",
  );
  printTable("generate: growth", growth);
  const folders = {
    17: copyRepositoryManifests(),
    1000: await writeCorpus(1000),
    4900: await writeCorpus(4900),
  };
  const realRows = measure(real, rounds, "generate-real", { folders });
  printTable("generate: manifests as people write them", realRows);
  return [...rows, ...again, ...growth, ...realRows];
}

/** Generation of 1,000 tools that were generated before. */
export function generateAgain({ rounds = 3 } = {}) {
  const rows = measure(repeated, rounds, "generate", { warm: "from-nothing" });
  printTable("generate: 1,000 tools generated again", rows);
  return rows;
}

function measure(wanted, rounds, folderName, { warm, folders } = {}) {
  const roots = new Map();
  const rootOf = ([, , count, options = {}]) => {
    if (folders !== undefined) return folders[count];
    const folder = `${folderName}-${count}${options.ownShapes ? "-own" : ""}`;
    if (!roots.has(folder)) {
      roots.set(folder, writeProject(benchFolder(folder), count, options));
      if (warm) run(warm, roots.get(folder), count);
    }
    return roots.get(folder);
  };
  wanted.forEach(rootOf);
  const measured = wanted.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [position, wish] of wanted.entries()) {
      const [, name, count] = wish;
      measured[position].push(run(name, rootOf(wish), count));
    }
  }
  const floor = quietDecile(measured[0].map(({ elapsed }) => elapsed));
  return wanted.map(([name], position) => {
    const times = measured[position].map(({ elapsed }) => elapsed);
    const quiet = quietDecile(times);
    const memory = Math.max(...measured[position].map((result) => result.memory));
    return { name, unit: "ms", quiet, median: median(times), memory, ratio: quiet / floor };
  });
}

function run(name, root, count) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, name, root, String(count)], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  return JSON.parse(stdout.trim().split("\n").at(-1));
}
