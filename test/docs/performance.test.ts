import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";

interface Benchmark {
  readonly tables: readonly { readonly title: string; readonly rows: readonly Row[] }[];
}

interface Row {
  readonly name: string;
  readonly ratio: number;
}

const folder = join(repositoryRoot, "test/bench/results");
const page = readFileSync(join(folder, "tables.md"), "utf8");
const results = JSON.parse(readFileSync(join(folder, "results.json"), "utf8")) as Record<string, Benchmark>;
const places = [...page.matchAll(/^<!-- ([\w-]+) -->$/gm)].map(([, name = ""]) => name);

describe("the tables of the benchmark", () => {
  it("have a section for every recorded benchmark, and no other", () => {
    expect(places.toSorted()).toEqual(Object.keys(results).toSorted());
  });

  it.each(Object.entries(results))("show the recorded results of %s", (_, { tables }) => {
    for (const { title, rows } of tables) {
      expect(page).toContain(`![${title}](`);
      for (const { name, ratio } of rows) {
        expect(page).toMatch(new RegExp(`^\\| ${escape(name)} .*\\| +${escape(ratio.toFixed(2))} \\|$`, "m"));
      }
    }
  });

  it("have a chart for every table", () => {
    const charts = [...page.matchAll(/\]\(([\w-]+\.svg)\)/g)].map(([, path = ""]) => path);
    expect(charts.length).toBe(Object.values(results).flatMap(({ tables }) => tables).length);
    expect(charts.filter((chart) => !existsSync(join(folder, chart)))).toEqual([]);
  });
});

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
