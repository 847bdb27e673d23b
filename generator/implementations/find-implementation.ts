const extensions = ["ts", "tsx", "mts", "js", "mjs"];

/** The existing file that implements a tool; undefined when there is none. */
export function findImplementation(
  present: ReadonlySet<string>,
  folder: string,
  name: string,
): string | undefined {
  return extensions.map((extension) => `${folder}/${name}.${extension}`).find((path) => present.has(path));
}
