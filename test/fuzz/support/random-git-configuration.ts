import type { Random } from "../../generator/support/random.js";

/** Bytes that parsers of configurations, of attributes and of text in general treat in different ways. */
const oddBytes = ["e", "E", " ", "=", "]", "[", "#", ";", ".", "\\", '"', "*", "!", "-", ":", "é", "\u2028"]
  .concat(["\u0085", "\uFEFF", "\u0000", "\r", "\t", "\v", "😀"])
  .map((text) => Buffer.from(text))
  .concat([[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x80]].map((bytes) => Buffer.from(bytes)));

/** Keys, other than those of drivers, that name a program or lead to one. */
const programKeys = ["core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.askPass"].concat(
  ["core.hooksPath", "core.alternateRefsCommand", "diff.external", "gpg.program", "credential.helper"],
  ["pager.diff", "pager.status", "alias.diff", "alias.status", "include.path", "interactive.diffFilter"],
);

/** A configuration of a repository and attributes that refer to it, as text with one character per byte. */
export interface RandomGitFiles {
  readonly config: string;
  readonly attributes: string;
  readonly attributesFile: string;
}

/** Files with drivers that run `program`, a shell command, and whose names are arbitrary bytes. */
export function randomGitFiles(random: Random, program: string): RandomGitFiles {
  const names = Array.from({ length: random.integer(1, 3) }, () => randomName(random));
  const config: Buffer[] = [Buffer.from("[core]\n\trepositoryformatversion = 0\n\tbare = false\n")];
  const attributes: Buffer[] = [];
  for (const name of names) {
    config.push(...driver(random, "filter", name, ["clean", "smudge", "process"], program));
    config.push(...driver(random, "diff", name, ["textconv", "command"], program));
    attributes.push(Buffer.from("* filter="), name, Buffer.from(" diff="), name, Buffer.from("\n"));
  }
  for (let count = random.integer(0, 3); count > 0; count--) {
    const [section = "", key = ""] = random.pick(programKeys).split(".");
    config.push(
      Buffer.from(`[${randomCase(random, section)}]\n\t${randomCase(random, key)} = ${quoted(program)}\n`),
    );
  }
  const damage = random.chance(0.25) ? random.integer(1, 3) : 0;
  return {
    config: damaged(random, config, damage).toString("latin1"),
    attributes: damaged(random, attributes, damage).toString("latin1"),
    attributesFile: random.pick([".gitattributes", ".git/info/attributes"]),
  };
}

function driver(
  random: Random,
  kind: string,
  name: Buffer,
  keys: readonly string[],
  program: string,
): Buffer[] {
  const section = Buffer.from(`[${randomCase(random, kind)} "`);
  // Inside quotes, a backslash escapes a quote or another backslash.
  const escaped = [...name].flatMap((byte) => (byte === 0x22 || byte === 0x5c ? [0x5c, byte] : [byte]));
  const lines = [random.pick(keys)].map((key) => `\t${randomCase(random, key)} = ${quoted(program)}\n`);
  return [section, Buffer.from(escaped), Buffer.from(`"]\n${lines.join("")}`)];
}

function randomName(random: Random): Buffer {
  return Buffer.concat(Array.from({ length: random.integer(1, 3) }, () => random.pick(oddBytes)));
}

function randomCase(random: Random, text: string): string {
  return random.chance(0.3) ? text.toUpperCase() : text;
}

function quoted(program: string): string {
  return `"${program.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** The bytes with some of them replaced or removed, and others added. */
function damaged(random: Random, parts: readonly Buffer[], times: number): Buffer {
  let bytes: Buffer = Buffer.concat(parts);
  for (let count = 0; count < times; count++) {
    const place = random.integer(0, bytes.length - 1);
    const added = random.pick([Buffer.alloc(0), ...oddBytes]);
    bytes = Buffer.concat([bytes.subarray(0, place), added, bytes.subarray(place + random.integer(0, 1))]);
  }
  return bytes;
}
