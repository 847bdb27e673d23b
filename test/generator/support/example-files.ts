import { parse } from "yaml";
import type { GeneratorConfig } from "../../../generator/config.js";

/** The required keys that the examples of explanations omit. */
const base: Readonly<Record<string, string>> = {
  description: "Read a text file from the workspace.",
  category: "file-system",
  risk: "low",
  result: "text",
};

const encoder = new TextEncoder();

const setting = /^# (targets|budget|toolsets): (.*)\n/gm;

/** The configuration in the comments of an example. */
export function exampleConfig(example: string): Partial<GeneratorConfig> {
  const settings = [...example.matchAll(setting)].map(([, key = "", value = ""]) => [
    key,
    parse(value) as unknown,
  ]);
  return Object.fromEntries(settings) as Partial<GeneratorConfig>;
}

/** The complete files of an example of an explanation, in order. */
export function exampleFiles(example: string, repeated = true): Map<string, Uint8Array> {
  const sections = example.replaceAll(setting, "").split(/^# file: (.*)\n/m);
  const files = new Map<string, Uint8Array>();
  if (sections[0]?.trim() !== "") {
    const id = /^id: (\S+)$/m.exec(sections[0] ?? "")?.[1] ?? "file-read";
    files.set(`manifests/${id}.tool.yaml`, encode(sections[0] ?? "", id, repeated));
  }
  for (let index = 1; index < sections.length; index += 2) {
    const [path = "", contents = ""] = sections.slice(index, index + 2);
    for (const [file, text] of repeatFile(path, contents)) {
      const id = /([^/]+)\.tool\.yaml$/.exec(file)?.[1];
      files.set(file, id === undefined ? encoder.encode(text) : encode(text, id, repeated));
    }
  }
  return files;
}

function encode(fragment: string, id: string, repeated: boolean): Uint8Array {
  const whole = fragment.startsWith("# whole file") ? fragment : complete(fragment, id);
  const text = repeated ? repeatLines(whole) : whole;
  return text.includes("# saved as UTF-16") ? Buffer.from(`\ufeff${text}`, "utf16le") : encoder.encode(text);
}

function complete(fragment: string, id: string): string {
  const given = new Set([...fragment.matchAll(/^(\w+):/gm)].map(([, key]) => key));
  const missing = Object.entries({ id, ...base }).filter(([key]) => !given.has(key));
  return `${missing.map(([key, value]) => `${key}: ${value}\n`).join("")}${fragment}\n`;
}

/** Repeats each line that is followed by `# ×100 such lines`. */
export function repeatLines(text: string): string {
  return text.replaceAll(/^(.*)\n# ×(\d+) such lines$/gm, (_, line: string, times: string) =>
    Array.from({ length: Number(times) }, (__, index) => numbered(line, index)).join("\n"),
  );
}

/** Repeats a file that begins with `# ×100 such files`. */
export function repeatFile(path: string, text: string): (readonly [path: string, text: string])[] {
  const [line = "", times] = /^# ×(\d+) such files\n/.exec(text) ?? [];
  if (times === undefined) return [[path, text]];
  return Array.from({ length: Number(times) }, (_, index) => [
    numbered(path, index),
    numbered(text.slice(line.length), index),
  ]);
}

function numbered(text: string, index: number): string {
  return text.replaceAll("{n}", String(index)).replaceAll("{n+1}", String(index + 1));
}
