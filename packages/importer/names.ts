/** Assigns each tool name a unique id: the same in every import, and without collisions in generated code. */
export function idAssigner(known: Iterable<string>): (name: string) => string {
  // Ids that differ only in hyphens collide in generated code.
  const fold = (id: string): string => id.replaceAll("-", "");
  // For each folded id, the only id that may still be assigned; empty if none.
  const owners = new Map([...known].map((id) => [fold(id), id]));
  const isTaken = (id: string): boolean => (owners.get(fold(id)) ?? id) !== id;
  return (name) => {
    const id = uniqueName(toolId(name), isTaken, "-");
    owners.set(fold(id), "");
    return id;
  };
}

function toolId(name: string): string {
  const words = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "-")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  const id = /^-?[a-z]/.test(words) ? words : `tool-${words}`;
  // An id has up to 64 characters; leave room for a number that makes it unique.
  const short = id.slice(0, 59).replaceAll(/^-+|-+$/g, "");
  const reserved = /^(constructor|prototype|then|index|registry|catalog|con|prn|aux|nul|com[0-9]|lpt[0-9])$/;
  return reserved.test(short) ? `${short}-tool` : short;
}

export function uniqueName(base: string, isTaken: (name: string) => boolean, separator = ""): string {
  let name = base;
  for (let number = 2; isTaken(name); number++) name = `${base}${separator}${number}`;
  return name;
}

export const accessText = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;

export const baseName = (path: string): string =>
  path.replace(/^.*[\\/]/, "").replace(/(\.schema)?\.\w+$/, "");

/** A file name from the first words of a title, without filler words. */
export function shortName(title: string): string {
  const word = /[a-z][a-z0-9]*/g;
  const words = title.slice(0, 200).toLowerCase().match(word) ?? [];
  const filler = /^(the|openapi|swagger|rest|spec|api|mcp|servers?|s|v\d*)$/;
  const names = words.filter((one) => !filler.test(one)).slice(0, 3);
  return names.join("-").slice(0, 40);
}

/** Invisible characters, bidi controls and lone surrogates. */
const invisible =
  /[^\P{Cc}\t\n]|\p{Cs}|\p{Bidi_Control}|\u034f|[\ufe00-\ufe0d]|[\u180b-\u180f]|[\u00ad\u115f\u1160\u17b4\u17b5\u200b\u200c\u2028\u2029\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

export const visibleText = (text: string): string => text.replaceAll(invisible, "").trim();

/** Text of an imported source as one comment line, without directives for toolkiln or an editor. */
export function commentText(text: string): string {
  return visibleText(text)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/toolkiln-ignore|yaml-language-server|\*\//gi, "…")
    .slice(0, 200);
}

/** Writes a value as TypeScript, with quotes only around keys that need them. */
export const literalText = (value: object): string =>
  JSON.stringify(value, undefined, 2).replaceAll(/"([A-Za-z]\w*)":/g, "$1:");
