import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { repositoryRoot } from "../support/repository.js";

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly "timeout-minutes"?: number;
  readonly strategy?: { readonly matrix: { readonly "node-version": readonly number[] } };
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
}

const { permissions, jobs } = parse(
  readFileSync(join(repositoryRoot, ".github/workflows/ci.yml"), "utf8"),
) as Workflow;
const { scripts, engines } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
  engines: { node: string };
};

describe("the workflow of this repository", () => {
  it("has read-only permissions and a timeout for every job", () => {
    expect(permissions).toEqual({ contents: "read" });
    expect(Object.values(jobs).filter((job) => job["timeout-minutes"] === undefined)).toEqual([]);
  });

  it("runs both test suites and the action of this repository", () => {
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    const commands = steps.flatMap(({ run }) => run ?? []);
    expect(commands).toEqual(expect.arrayContaining(["npm test", "npm run test:full"]));
    expect(scripts).toHaveProperty("test:full");
    expect(steps.map(({ uses }) => uses)).toContain("./");
  });

  it("tests the oldest Node that is supported and a newer one", () => {
    const versions = jobs["test"]?.strategy?.matrix["node-version"] ?? [];
    expect(engines.node).toBe(`>=${versions[0]}.19`);
    expect(versions.length).toBeGreaterThan(1);
  });
});
