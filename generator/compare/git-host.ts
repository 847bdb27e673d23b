import { execFile } from "node:child_process";
import { type Host, memoryHost } from "../host.js";
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
    const [, mode, hash, length, path] = /^(\d+) blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(line) ?? [];
    // A symbolic link may lead anywhere.
    if (path === undefined || hash === undefined || mode === "120000") return [];
    const isWanted = /\.(?:ya?ml|json)$/.test(path) && !path.includes("node_modules/");
    const size = Number(length);
    return isWanted && size <= readLimits.bytes ? [{ hash, size, path }] : [];
  });
  const output = await git(folder, ["cat-file", "--batch"], blobs.map(({ hash }) => `${hash}\n`).join(""));
  let end = 0;
  const files = blobs.map(({ hash, size, path }) => {
    const start = end + `${hash} blob ${size}\n`.length;
    // A line break follows each blob.
    end = start + size + 1;
    return [path, output?.toString("utf8", start, start + size) ?? ""] as const;
  });
  return memoryHost(new Map(files));
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
