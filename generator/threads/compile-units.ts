import { joinTraces, type Trace } from "../cache/trace.js";
import { rootOnDisk } from "../disk-root.js";
import type { CompiledManifest, Ending } from "../model/compiled-manifest.js";
import type { OpenProject } from "../open-project.js";
import type { ManifestUnit } from "../read/find-manifests.js";
import { compileBatches, type CompiledBatch } from "./compile-batches.js";
import { startHelpers } from "./start-helpers.js";

/** Few enough that threads finish together. */
const batchSize = 16;

/** Compiles manifests, with the help of other threads when the project lies on disk; in the order that they were given. */
export async function compileUnits(
  { host, config }: OpenProject,
  units: readonly ManifestUnit[],
  ending: Ending,
): Promise<{ readonly units: readonly CompiledManifest[]; readonly trace: Trace }> {
  const batches = Array.from({ length: Math.ceil(units.length / batchSize) }, (_, index) =>
    units.slice(index * batchSize, (index + 1) * batchSize),
  );
  const finished = new Map<number, CompiledBatch>();
  const { promise: all, resolve } = withResolver();
  const finish = (batch: CompiledBatch): void => {
    finished.set(batch.index, batch);
    if (finished.size === batches.length) resolve();
  };
  const taken = newCounter();
  const root = rootOnDisk(host);
  const helpers = root === undefined ? [] : startHelpers({ root, config, ending, batches, taken }, finish);
  try {
    await compileBatches(host, { config, ending, batches, taken }, finish);
    // A thread takes a while to end after its last message; nobody has to wait for that.
    if (finished.size < batches.length)
      await Promise.race([all, Promise.all(helpers.map(({ done }) => done))]);
  } finally {
    for (const helper of helpers) helper.release();
  }
  // What a helper took and never finished.
  for (const index of batches.keys()) {
    if (finished.has(index)) continue;
    const alone = { config, ending, batches: batches.slice(index, index + 1), taken: newCounter() };
    await compileBatches(host, alone, (batch) => finish({ ...batch, index }));
  }
  const inOrder = [...finished.values()].toSorted((a, b) => a.index - b.index);
  return {
    units: inOrder.flatMap((batch) => batch.units),
    trace: joinTraces(inOrder.map(({ trace }) => trace)),
  };
}

function newCounter(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

function withResolver(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}
