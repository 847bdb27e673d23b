import { defineTool, ToolExecutor, ToolRegistry, type AuditRecord } from "@toolkiln/runtime";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const secret = "hunter2-hunter2";

class Credentials {
  readonly user = "ann";
  readonly #token: string;
  constructor(token: string) {
    this.#token = token;
  }
  get token(): string {
    return this.#token;
  }
  toString(): string {
    return `ann:${this.#token}`;
  }
}

class Open {
  readonly key: string;
  constructor(key: string) {
    this.key = key;
  }
}

const input = { token: secret, headers: { "x-key": secret }, list: [{ pin: secret }], note: "hello" };

const base = z.object({
  token: z.string(),
  headers: z.record(z.string(), z.string()),
  list: z.array(z.object({ pin: z.string() })),
  note: z.string(),
});

/** Ways in which a schema may transform its input: the secret stays in its place or moves elsewhere. */
const forms: Record<string, (given: z.output<typeof base>) => unknown> = {
  "as it was sent": (given) => given,
  "in a map": ({ headers, ...rest }) => ({ ...rest, headers: new Map(Object.entries(headers)) }),
  "in a map as a whole": (given) => new Map(Object.entries(given)),
  "in a map under another name": ({ token, note }) => ({ note, auth: new Map([["bearer", token]]) }),
  "as the key of a map": ({ token, note }) => ({ note, auth: new Map([[token, 1]]) }),
  "in a set": ({ token, note }) => ({ note, tokens: new Set([token]) }),
  "behind a getter": ({ token, note }) => ({ note, token: new Credentials(token) }),
  "in an instance of a class": (given) => Object.assign(new Open(given.note), given),
  "in a field of another name": ({ token, note }) => ({ note, auth: new Open(token) }),
  "inside another text": ({ token, note }) => ({ note, url: `https://ann:${token}@example.org/` }),
  "in a URL": ({ token, note }) => ({ note, url: new URL(`https://ann:${token}@example.org/`) }),
  "in a list of maps": ({ list, note }) => ({
    note,
    list: list.map((item) => new Map(Object.entries(item))),
  }),
};

describe.each(Object.entries(forms))("a sensitive value that the schema returns %s", (_, transform) => {
  it.each(["low", "high"] as const)("is never shown by a call of %s risk", async (risk) => {
    const seen: unknown[] = [];
    const ran: unknown[] = [];
    const tool = defineTool({
      id: "t",
      risk,
      input: base.transform(transform),
      inputSchema: { type: "object" },
      sensitive: ["/token", "/headers/*", "/list/*/pin"],
      executionSummary: "Use {token} {auth} {url} {list} {headers} for {note}",
      run: (params) => {
        ran.push(params);
        throw new Error(`${secret} was refused`);
      },
    });
    const registry = new ToolRegistry();
    registry.registerTool(tool);
    const log = (line: string) => void seen.push(line);
    const executor = new ToolExecutor(registry, {
      logger: { debug: log, info: log, warn: log, error: log },
      logParameters: true,
      audit: (record: AuditRecord) => void seen.push(record),
      approve: (request) => {
        seen.push(request);
        return { decision: "approve" };
      },
    });
    await executor.execute("t", structuredClone(input));
    seen.push(await executor.getExecutionSummary("t", structuredClone(input)));
    expect(ran).toHaveLength(1);
    const shown = inspect(seen, { depth: 20, showHidden: true, getters: true });
    expect(shown).not.toContain(secret);
    expect(shown).toContain("••••");
  });
});
