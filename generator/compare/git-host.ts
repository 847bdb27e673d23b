import { execFile, spawn } from "node:child_process";
import type { Host } from "../host.js";
import { memoryHost } from "../memory-host.js";
import { readLimits } from "../read/read-limits.js";

/**
 * The files below a folder as a git ref has them; undefined when git knows no such ref. Nothing of the ref is run: only files
 * that can be manifests or schemas are read, into memory.
 */
export async function gitHost(folder: string, ref: string): Promise<Host | undefined> {
  const commit = await git(folder, [
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${ref}^{commit}`,
  ]);
  if (commit === undefined) return undefined;
  const listing = await git(folder, ["ls-tree", "-rzl", commit.trim()]);
  const blobs = (listing ?? "").split("\0").flatMap((line) => {
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

/** What git prints; undefined when it fails. */
function git(folder: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile("git", args, { cwd: folder, maxBuffer: 2 ** 28 }, (error, stdout) =>
      resolve(error === null ? stdout : undefined),
    );
  });
}

/** The contents of blobs, by one process for all of them. */
async function readBlobs(folder: string, hashes: readonly string[]): Promise<readonly string[]> {
  const child = spawn("git", ["cat-file", "--batch"], { cwd: folder, stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.end(hashes.map((hash) => `${hash}\n`).join(""));
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const output = Buffer.concat(chunks);
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
