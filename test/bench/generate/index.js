import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { floorOf, median, printTable, quietDecile, underNode24 } from "../harness.js";
import { copyRepositoryManifests, writeCorpus } from "../real-manifests.js";
import { benchFolder, writeProject } from "../thousand-tools.js";

const script = fileURLToPath(new URL("case.js", import.meta.url));

const cases = [
  { name: "openapi-typescript (types only)", run: "openapi-typescript", count: 1000 },
  { name: "toolkiln from scratch", run: "from-nothing", count: 1000 },
  {
    name: "toolkiln from scratch, every tool with its own schema",
    run: "from-nothing",
    count: 1000,
    ownShapes: true,
  },
  {
    name: "json-schema-to-typescript, formatted (types only)",
    run: "json-schema-to-typescript",
    count: 1000,
  },
  {
    name: "json-schema-to-typescript, unformatted (types only)",
    run: "json-schema-to-typescript-unformatted",
    count: 1000,
  },
  { name: "quicktype (types only)", run: "quicktype", count: 1000 },
];

/** @hey-api/openapi-ts requires Node 22. */
const node24Cases = [...cases.slice(0, 2), { name: "hey-api (types only)", run: "hey-api", count: 1000 }];

const repeated = [
  { name: "reading and hashing the manifests", run: "read-and-hash", count: 1000 },
  { name: "toolkiln, nothing changed", run: "nothing-changed", count: 1000 },
  { name: "toolkiln, one manifest changed", run: "one-changed", count: 1000 },
];

/** Manifests as people write them: the repository's own, and a corpus with the statistics of real definitions. */
const real = [
  { name: "an empty process that loads the generator", run: "load", count: 17 },
  { name: "toolkiln, the repository's own manifests from scratch", run: "from-nothing", count: 17 },
  { name: "toolkiln, one of them changed", run: "one-changed", count: 17 },
  { name: "toolkiln, 1,000 representative manifests from scratch", run: "from-nothing", count: 1000 },
  { name: "toolkiln, 4,900 representative manifests from scratch", run: "from-nothing", count: 4900 },
];

/** Generation of 1,000 tools from scratch against the peers' types alone, again with nothing changed, and with 5,000. */
export async function generate({ rounds = 3 } = {}) {
  const rows = measure([...cases, ...underNode24(node24Cases)], rounds, "generate");
  printTable("generate: 1,000 tools from scratch", rows);
  const again = generateAgain({ rounds });
  const growth = measure(
    [1000, 100, 5000].map((count) => ({ name: `toolkiln, ${count} tools`, run: "from-nothing", count })),
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
  const rootOf = ({ count, ownShapes = false }) => {
    if (folders !== undefined) return folders[count];
    const folder = `${folderName}-${count}${ownShapes ? "-own" : ""}`;
    if (!roots.has(folder)) {
      roots.set(folder, writeProject(benchFolder(folder), count, { ownShapes }));
      if (warm) measureOnce({ run: warm, count }, roots.get(folder));
    }
    return roots.get(folder);
  };
  wanted.forEach(rootOf);
  const measured = wanted.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [position, one] of wanted.entries()) measured[position].push(measureOnce(one, rootOf(one)));
  }
  const times = measured.map((results) => results.map(({ elapsed }) => elapsed));
  return wanted.map((one, position) => {
    const quiet = quietDecile(times[position]);
    const memory = Math.max(...measured[position].map((result) => result.memory));
    const ratio = quiet / quietDecile(times[floorOf(one, wanted)]);
    return { name: one.name, unit: "ms", quiet, median: median(times[position]), memory, ratio };
  });
}

function measureOnce({ run, count, execPath = process.execPath }, root) {
  const words = [script, run, root, String(count)];
  const { status, stdout, stderr } = spawnSync(execPath, words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${run}: ${stderr}`);
  return JSON.parse(stdout.trim().split("\n").at(-1));
}
