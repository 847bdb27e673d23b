import type { Host } from "./host.js";

const roots = new WeakMap<Host, string>();

/** Notes that a host reads from a folder on disk and does nothing else. A copy of it that does is another host. */
export function noteRoot(host: Host, root: string): Host {
  roots.set(host, root);
  return host;
}

/** The folder that a host reads from and nothing but that, so that another thread can do the same. */
export function rootOnDisk(host: Host): string | undefined {
  return roots.get(host);
}
