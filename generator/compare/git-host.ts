import { execFile } from "node:child_process";
import type { Host } from "../host.js";
import { memoryHost } from "../memory-host.js";
import { readLimits } from "../read/read-limits.js";

/**
 * The files below a folder at a git ref; undefined for an unknown ref. Runs no code of the ref: only files that can be
 * manifests or schemas are read, into memory.
 */
export async function gitHost(folder: string, ref: string): Promise<Host | undefined> {
  const verified = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  const commit = (await git(folder, verified))?.toString().trim();
  if (commit === undefined) return undefined;
  const listing = await git(folder, ["ls-tree", "-rzl", commit]);
  const blobs = (listing?.toString() ?? "").split("\0").flatMap((line) => {
    const [, mode, hash, size, path] = /^(\d+) blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(line) ?? [];
    // A symbolic link may lead anywhere.
    if (path === undefined || hash === undefined || mode === "120000") return [];
    const isWanted = /\.(?:ya?ml|json)$/.test(path) && !path.includes("node_modules/");
    return isWanted && Number(size) <= readLimits.bytes ? [{ hash, path }] : [];
  });
  const texts = await readBlobs(
    folder,
    blobs.map(({ hash }) => hash),
  );
  return memoryHost(new Map(blobs.map(({ path }, index) => [path, texts[index] ?? ""])));
}

/** Git's output; undefined when it fails. */
function git(folder: string, args: readonly string[], input = ""): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const options = { cwd: folder, maxBuffer: 2 ** 30, encoding: "buffer" } as const;
    const child = execFile("git", args, options, (error, stdout) =>
      resolve(error === null ? stdout : undefined),
    );
    // Git may exit before it reads its input; the callback has the outcome.
    child.stdin?.on("error", () => undefined).end(input);
  });
}

/** Reads blobs with a single git process. */
async function readBlobs(folder: string, hashes: readonly string[]): Promise<readonly string[]> {
  const input = hashes.map((hash) => `${hash}\n`).join("");
  const output = (await git(folder, ["cat-file", "--batch"], input)) ?? Buffer.alloc(0);
  const texts: string[] = [];
  for (let offset = 0; offset < output.length;) {
    const headEnd = output.indexOf("\n", offset);
    const size = Number(output.toString("utf8", offset, headEnd).split(" ")[2]);
    if (headEnd < 0 || !Number.isInteger(size)) break;
    texts.push(output.toString("utf8", headEnd + 1, headEnd + 1 + size));
    offset = headEnd + 1 + size + 1;
  }
  return texts;
}
