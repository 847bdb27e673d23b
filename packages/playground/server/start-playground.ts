import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { openProjects, workspaceFolder, type ProjectOptions } from "@toolkiln/project";
import { createApp } from "./create-app.js";
import { ProjectView } from "./project-view.js";
import { Session } from "./session.js";

/** Options of `startPlayground`. */
export interface PlaygroundOptions {
  /** The project to show. */
  readonly project?: ProjectOptions;
  /** The folder that the tools work in. @default the working directory */
  readonly workspace?: string;
  /** The address to listen on. @default 127.0.0.1 */
  readonly host?: string;
  /** The port to listen on; 0 chooses a free port. @default 0 */
  readonly port?: number;
  /** Whether to run only calls with effective risk `safe`. @default false */
  readonly readOnly?: boolean;
  /** Shows the tools of this toolset only. */
  readonly toolset?: string;
  /** Values of injected parameters, by their keys. */
  readonly inject?: Readonly<Record<string, unknown>>;
}

/** A running playground. */
export interface Playground {
  /** The URL with the access token: anyone who has it can run the tools. */
  readonly url: string;
  /** The number of tools. */
  readonly tools: number;
  readonly close: () => Promise<void>;
}

/** Starts a local web server with the playground of a project. */
export async function startPlayground(options: PlaygroundOptions = {}): Promise<Playground> {
  const { project = {}, workspace, host = "127.0.0.1", port = 0, toolset } = options;
  const { readOnly = false, inject = {} } = options;
  const workspacePath = workspaceFolder({ ...project, ...(workspace !== undefined && { workspace }) });
  const view = new ProjectView(await openProjects(project), toolset);
  await view.refresh();
  const session = new Session({ project, workspacePath, inject, readOnly }, view);
  const token = randomBytes(24).toString("base64url");
  const hosts = new Set<string>();
  const server = serve({ fetch: createApp(session, token, hosts).fetch, hostname: host, port });
  try {
    await once(server, "listening");
  } catch (error) {
    await session.close();
    throw error;
  }
  const { port: actualPort } = server.address() as AddressInfo;
  const name = host.includes(":") ? `[${host}]` : host;
  for (const served of [name, "127.0.0.1", "localhost", "[::1]"]) hosts.add(`${served}:${actualPort}`);
  const url = `http://${name}:${actualPort}/?token=${token}`;
  const close = async (): Promise<void> => {
    await session.close();
    const closed = once(server, "close");
    server.close();
    // Event streams that are still open would keep the server running.
    if ("closeAllConnections" in server) server.closeAllConnections();
    await closed;
  };
  return { url, tools: view.tools.length, close };
}
