/** What an example of an explanation leaves out. */
const base: Readonly<Record<string, string>> = {
  description: "Read a text file from the workspace.",
  category: "file-system",
  risk: "low",
  result: "text",
};

const encoder = new TextEncoder();

/** The files that an example of an explanation stands for, whole and in order. */
export function exampleFiles(example: string, repeated = true): Map<string, Uint8Array> {
  const sections = example.split(/^# file: (.*)\n/m);
  const files = new Map<string, Uint8Array>();
  if (sections[0]?.trim() !== "") {
    const id = /^id: (\S+)$/m.exec(sections[0] ?? "")?.[1] ?? "file-read";
    files.set(`manifests/${id}.tool.yaml`, encode(sections[0] ?? "", id, repeated));
  }
  for (let index = 1; index < sections.length; index += 2) {
    const [file = "", text = ""] = sections.slice(index, index + 2);
    const id = /([^/]+)\.tool\.yaml$/.exec(file)?.[1];
    files.set(file, id === undefined ? encoder.encode(text) : encode(text, id, repeated));
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

/** Writes out what `# ×100 such lines` stands for. */
export function repeatLines(text: string): string {
  return text.replaceAll(/^(.*)\n# ×(\d+) such lines$/gm, (_, line: string, times: string) =>
    Array.from({ length: Number(times) }, (__, index) =>
      line.replaceAll("{n}", String(index)).replaceAll("{n+1}", String(index + 1)),
    ).join("\n"),
  );
}
