import type { RiskLevel } from "@toolkiln/runtime";
import type { DiskChange, DiskSnapshot } from "./disk-snapshot.js";

const risks: readonly RiskLevel[] = ["safe", "low", "medium", "high", "critical"];

/** What an approver reads before a call runs. */
export interface Announcement {
  readonly summary: string;
  readonly risk: RiskLevel;
  readonly warnings: readonly string[];
}

/** What a call did. */
export interface Effect extends DiskChange {
  readonly before: DiskSnapshot;
  readonly after: DiskSnapshot;
  readonly success: boolean;
  readonly requests: readonly string[];
}

/** Whether a risk is at least another one. */
function reaches(risk: RiskLevel, least: RiskLevel): boolean {
  return risks.indexOf(risk) >= risks.indexOf(least);
}

/** The texts between quotes in a summary, which name paths. */
function namedPaths(summary: string): readonly string[] {
  return [...summary.matchAll(/'([^']+)'/g)].map(([, path = ""]) => path);
}

/** Paths that a call touched although its summary names neither them nor a folder around them. */
function unannounced({ summary }: Announcement, { created, removed, changed }: Effect): string[] {
  const named = namedPaths(summary);
  const places = summary.endsWith("to the trash") ? [...named, ".trash"] : named;
  const isFolderFor = (path: string): boolean => places.some((place) => place.startsWith(`${path}/`));
  const isNamed = (path: string): boolean =>
    places.some((place) => path === place || path.startsWith(`${place}/`));
  return [
    ...created.filter((path) => !isNamed(path) && !isFolderFor(path)),
    ...[...removed, ...changed].filter((path) => !isNamed(path)),
  ];
}

/** The contents at a path and below it. */
function contentsAt(snapshot: DiskSnapshot, path: string): readonly string[] {
  return [...snapshot]
    .filter(([name, content]) => content !== "directory" && `${name}/`.startsWith(`${path}/`))
    .map(([, content]) => content)
    .toSorted();
}

/** Summaries, and what each promises about a successful call. */
const promises: readonly (readonly [
  pattern: RegExp,
  holds: (effect: Effect, from: string, to: string) => boolean,
])[] = [
  [/^Move '(.+)' to the trash$/, ({ lost, removed }, path) => lost.length === 0 && removed.includes(path)],
  [
    /^Delete '(.+)' permanently$/,
    ({ before, after, created }, path) =>
      before.has(path) && contentsAt(after, path).length === 0 && created.length === 0,
  ],
  [
    /^Move '(.+)' to '(.+)'$/,
    ({ before, after, lost, removed }, from, to) =>
      lost.length === 0 &&
      removed.includes(from) &&
      contentsAt(after, to).join() === contentsAt(before, from).join(),
  ],
  [
    /^Move '(.+)' to '(.+)', replacing an existing file$/,
    ({ before, after, lost, removed }, from, to) =>
      lost.every((path) => path === to) &&
      removed.includes(from) &&
      contentsAt(after, to).join() === contentsAt(before, from).join(),
  ],
  [
    /^Write file '(.+)' \(create\)$/,
    ({ removed, changed, created }, path) => removed.length + changed.length === 0 && created.includes(path),
  ],
  [/^Write file '(.+)' \(overwrite\)$/, ({ lost }, path) => lost.every((place) => place === path)],
  [/^Write file '(.+)' \(append\)$/, ({ lost, removed }) => lost.length + removed.length === 0],
  [
    /^Edit file '(.+)'$/,
    ({ created, removed, changed }, path) => created.length + removed.length === 0 && changed.join() === path,
  ],
];

/** What a file tool announced but did not do, or did but did not announce. */
function fileContradictions(announced: Announcement, effect: Effect): string[] {
  const { summary, risk, warnings } = announced;
  const { created, removed, changed, lost, success } = effect;
  const touched = [...created, ...removed, ...changed];
  if (touched.length === 0) return [];
  const isGone = lost.some((path) => removed.includes(path));
  const isReplaced = !isGone && lost.length > 0 && !summary.startsWith("Edit");
  const kept = promises.flatMap(([pattern, holds]) => {
    const [, from = "", to = ""] = pattern.exec(summary) ?? [];
    return from === "" ? [] : [holds(effect, from, to)];
  });
  return [
    ...unannounced(announced, effect).map((path) => `touched ${path}`),
    ...unless(success, `failed and touched ${touched.join()}`),
    ...unless(reaches(risk, "low"), "changed something without any risk"),
    ...unless(!isGone || (risk === "critical" && summary.endsWith("permanently")), "deleted permanently"),
    ...unless(!isGone || warnings.includes("irreversible"), "deleted permanently without a warning"),
    ...unless(!isReplaced || reaches(risk, "medium"), "replaced a file at a low risk"),
    ...unless(!isReplaced || warnings.includes("overwrites"), "replaced a file without a warning"),
    ...unless(kept.join() === "true", `did not: ${summary}`),
  ];
}

/** A program may do anything, so its summary must contain everything that determines what it does. */
function programContradictions({ summary, risk }: Announcement, input: CallInput): string[] {
  const {
    command = [],
    shell,
    cwd,
    stdin,
  } = input as {
    command?: string[];
    shell?: string;
    cwd?: string;
    stdin?: string;
  };
  const decisive = [...command, shell, cwd, stdin === undefined ? undefined : "standard input"];
  const deletes = /(^|[\s/])rm\s/.test(shell ?? command.join(" "));
  return [
    ...decisive.flatMap((part) => unless(part === undefined || summary.includes(part), `hid ${part ?? ""}`)),
    ...unless(reaches(risk, deletes ? "critical" : "high"), `ran at the risk ${risk}`),
  ];
}

/** The first request must be the announced one; further requests must change nothing. */
function requestContradictions({ summary, risk }: Announcement, { requests }: Effect): string[] {
  const [first = summary, ...further] = requests;
  const changes = /^(PUT|PATCH|DELETE) /.test(first);
  return [
    ...unless(first === summary, `sent ${first}`),
    ...further.filter((request) => !/^(GET|HEAD) /.test(request)).map((request) => `also sent ${request}`),
    ...unless(reaches(risk, changes ? "high" : "medium"), `sent at the risk ${risk}`),
  ];
}

function unless(holds: boolean, complaint: string): string[] {
  return holds ? [] : [complaint];
}

type CallInput = Readonly<Record<string, unknown>>;

/** Where the effect of a call differs from what was announced. */
export function contradictions(
  id: string,
  input: CallInput,
  announced: Announcement,
  effect: Effect,
): string[] {
  if (id === "terminal-execute") return programContradictions(announced, input);
  const inFiles = fileContradictions(announced, effect);
  return id === "http-request" ? [...inFiles, ...requestContradictions(announced, effect)] : inFiles;
}
