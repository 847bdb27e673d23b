import { Client, StreamableHTTPClientTransport, type ElicitResult } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/** A result as every client returns it. */
export interface CallOutcome {
  readonly content: readonly { readonly type: string; readonly [key: string]: unknown }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** A question that the server asks the user. */
export interface Question {
  readonly message: string;
  readonly requestedSchema?: { readonly properties: Readonly<Record<string, unknown>> };
}

/** What a test does with a client, whatever its version. */
export interface TestClient {
  list(cursor?: string): Promise<{
    tools: { name: string; outputSchema?: Record<string, unknown> | undefined }[];
    nextCursor?: string | undefined;
  }>;
  call(name: string, input: Record<string, unknown>, options?: CallOptions): Promise<CallOutcome>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (step: { progress: number; total?: number | undefined }) => void;
}

/** How a client is set up. */
export interface ClientSetup {
  /** Answers questions; a client without it cannot be asked. */
  readonly answer?: (question: Question) => ElicitResult;
  readonly onToolsChanged?: () => void;
}

/** Where a server is: an address, or a command that starts it. */
export type ServerPlace = { readonly url: string; readonly token?: string } | ServerCommand;

export interface ServerCommand {
  readonly command: string;
  readonly args: string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
}

/** A kind of client. */
export interface ClientKind {
  readonly title: string;
  connect(place: ServerPlace, setup?: ClientSetup): Promise<TestClient>;
}

/** The name and version that a test client sends. */
export const identity = { name: "test", version: "1.0.0" };

async function connectV2(
  mode: "legacy" | { pin: string },
  place: ServerPlace,
  { answer, onToolsChanged }: ClientSetup = {},
): Promise<TestClient> {
  const client = new Client(identity, {
    versionNegotiation: { mode },
    capabilities: answer === undefined ? {} : { elicitation: { form: {} } },
    ...(onToolsChanged && { listChanged: { tools: { onChanged: onToolsChanged, debounceMs: 0 } } }),
  });
  if (answer !== undefined) {
    client.setRequestHandler("elicitation/create", ({ params }) => answer(params as Question));
  }
  await client.connect(
    "url" in place
      ? new StreamableHTTPClientTransport(new URL(place.url), { requestInit: bearer(place.token) })
      : new StdioClientTransport({ ...place, stderr: "ignore" }),
  );
  return {
    list: (cursor) =>
      client.request({ method: "tools/list", params: cursor === undefined ? {} : { cursor } }),
    call: (name, input, options) => client.callTool({ name, arguments: input }, options),
    close: () => client.close(),
  };
}

/** The headers of a client that has a token. */
export function bearer(token: string | undefined): RequestInit {
  return token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
}

/** The SDK's client in the newest revision of the protocol. */
export const currentClient: ClientKind = {
  title: "client v2, revision 2026-07-28",
  connect: (place, setup) => connectV2({ pin: "2026-07-28" }, place, setup),
};

/** The same client in the previous revision. */
export const earlierClient: ClientKind = {
  title: "client v2, revision 2025-11-25",
  connect: (place, setup) => connectV2("legacy", place, setup),
};

/** The clients that the tests run with. */
export const clientKinds: readonly ClientKind[] = [currentClient, earlierClient];
