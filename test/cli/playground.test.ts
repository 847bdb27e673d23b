import { spawn } from "node:child_process";
import { once } from "node:events";
import { beforeAll, describe, expect, it } from "vitest";
import { cleanEnvironment, command, manifest, project, toolkilnHere } from "./command-line.js";

describe("toolkiln playground --host", () => {
  const cwd = project({
    "package.json": `{ "type": "module" }`,
    "manifests/hello.tool.yaml": manifest("hello"),
  });

  beforeAll(() => toolkilnHere(["generate"], { cwd }));

  /** What the command prints until it serves the page. */
  async function printed(host: string): Promise<string> {
    const args = [command, "playground", "--no-open", "--host", host];
    const child = spawn(process.execPath, args, { cwd, env: cleanEnvironment() });
    const ended = once(child, "exit");
    let text = "";
    for await (const part of child.stderr.setEncoding("utf8")) {
      text += String(part);
      if (text.includes("press Ctrl-C")) break;
    }
    child.kill();
    await ended;
    return text;
  }

  it.each(["127.0.0.1", "localhost"])(
    "does not warn about %s, which only this machine can reach",
    async (host) => {
      expect(await printed(host)).toMatch(/^1 tool at http:/);
    },
  );

  it("warns about an address that other machines may reach", async () => {
    expect(await printed("0.0.0.0")).toMatch(/^Warning: 0\.0\.0\.0 may be reachable from other machines\./);
  });
});
