import { basename } from "node:path";
import { generate, nodeHost } from "@toolkiln/generator";
import type { Project } from "@toolkiln/project";
import { messageOf, type ExecutorSettings } from "../executor/messages.js";
import type { Catalogue, Params, Run, ServerEvent } from "../protocol.js";
import { ExecutorHost } from "./executor-host.js";
import { ProjectView } from "./project-view.js";
import { RunHistory } from "./run-history.js";
import { watchProject } from "./watch-project.js";

/** The executor's own limit, which holds for tools whose manifests name none. */
const usualTimeout = 120_000;

/** One launch of the playground: the tools as they are now, the process that runs them, and the calls so far. */
export class Session {
  readonly settings: ExecutorSettings;
  readonly view: ProjectView;
  readonly history: RunHistory = new RunHistory((run) => this.#announce({ type: "run", run }));
  readonly executor: ExecutorHost;
  readonly #projects: readonly Project[];
  readonly #listeners = new Set<(event: ServerEvent) => void>();
  readonly #stopWatching: () => Promise<void>;
  #refreshing: Promise<void> = Promise.resolve();

  private constructor(settings: ExecutorSettings, projects: readonly Project[], view: ProjectView) {
    this.settings = settings;
    this.view = view;
    this.#projects = projects;
    this.executor = new ExecutorHost(
      settings,
      (state) => this.#announce({ type: "executor", state }),
      (runId, change) => this.history.update(runId, change),
    );
    this.#stopWatching = watchProject(projects, (isCode) => {
      if (isCode) this.executor.restart();
      this.#refreshing = this.#refreshing.then(() => this.#refresh());
    });
  }

  static async open(
    settings: ExecutorSettings,
    projects: readonly Project[],
    toolset?: string,
  ): Promise<Session> {
    const view = new ProjectView(projects, toolset);
    await view.refresh();
    return new Session(settings, projects, view);
  }

  /** Calls a function for everything that happens; returns the one that ends it. */
  listen(listener: (event: ServerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  catalogue(): Catalogue {
    const { workspacePath, readOnly } = this.settings;
    return {
      project: this.#projects
        .map(({ name, root }) => (name === "default" ? basename(root) : name))
        .join(", "),
      workspace: workspacePath,
      readOnly,
      tools: this.view.list(),
      toolsets: this.view.toolsets,
      executor: this.executor.state,
    };
  }

  run(toolId: string, params: Params): Run {
    return this.history.start(this.executor, toolId, params, this.timeoutOf(toolId));
  }

  /** Milliseconds that a call of a tool may take. */
  timeoutOf(toolId: string): number {
    return this.view.find(toolId)?.model?.spec.timeout ?? usualTimeout;
  }

  /** Brings the generated code up to date; returns what is in the way. The watcher notices what was written. */
  async generate(): Promise<readonly string[]> {
    const results = await Promise.all(
      this.#projects.map(({ root, config }) => generate({ host: nodeHost(root), config })),
    );
    const errors = results
      .flatMap(({ diagnostics }) => diagnostics)
      .filter(({ severity }) => severity === "error");
    return errors.map(({ file, message }) => `${file}: ${message}`);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.executor.close();
    await this.#stopWatching();
  }

  async #refresh(): Promise<void> {
    await this.view.refresh().catch((error: unknown) => process.stderr.write(`${messageOf(error)}\n`));
    this.#announce({ type: "project" });
  }

  #announce(event: ServerEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
