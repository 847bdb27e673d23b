const extensions = ["ts", "tsx", "mts", "js", "mjs"];

/** The file that implements a tool, of those that there are; undefined when none does. */
export function findImplementation(
  present: ReadonlySet<string>,
  folder: string,
  name: string,
): string | undefined {
  return extensions.map((extension) => `${folder}/${name}.${extension}`).find((path) => present.has(path));
}
