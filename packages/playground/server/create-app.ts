import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import { isRecord } from "@toolkiln/runtime/json";
import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { secureHeaders } from "hono/secure-headers";
import { streamSSE } from "hono/streaming";
import { renderPages } from "../executor/render-pages.js";
import type { Decision, Params, TextView, ThemedPages } from "../protocol.js";
import { guard, type Access } from "./access.js";
import { completePath } from "./complete-path.js";
import { describeTool, generatedCode } from "./project-view.js";
import { copyForms, describeProviders } from "./provider-views.js";
import { compareRuns } from "./run-history.js";
import type { Session } from "./session.js";

const self = "'self'";
const none = "'none'";
const shared = {
  strictTransportSecurity: false,
  xFrameOptions: false,
  referrerPolicy: "no-referrer",
} as const;

const pageHeaders = secureHeaders({
  ...shared,
  contentSecurityPolicy: {
    defaultSrc: [none],
    scriptSrc: [self],
    styleSrc: [self],
    connectSrc: [self],
    imgSrc: [self, "data:"],
    frameSrc: [self],
    baseUri: [none],
    formAction: [none],
    frameAncestors: [none],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: [none],
  },
});

/** What tools and manifests say is shown in frames that run no scripts, send no forms and load nothing. */
const frameHeaders = secureHeaders({
  ...shared,
  contentSecurityPolicy: {
    sandbox: ["allow-same-origin"],
    defaultSrc: [none],
    styleSrc: ["'unsafe-inline'"],
    imgSrc: ["data:"],
    baseUri: [none],
    formAction: [none],
    frameAncestors: [self],
  },
});

const maxBody = 32 * 1024 * 1024;
const mostItems = 1_000;

/** The routes of the playground: the page, its data below `/api`, and what is shown in frames below `/frames`. */
export function createApp(session: Session, access: Access, hosts: ReadonlySet<string>): Hono {
  const app = new Hono();
  app.use((context, next) =>
    (context.req.path.startsWith("/frames/") ? frameHeaders : pageHeaders)(context, next),
  );
  app.use(guard(access, hosts), compress(), bodyLimit({ maxSize: maxBody }));
  app.use(async (context, next) => {
    await next();
    context.header("Cache-Control", "no-store");
  });
  addSessionRoutes(app, session);
  addToolRoutes(app, session);
  addRunRoutes(app, session);
  app.use(serveStatic({ root: fileURLToPath(new URL("./web", import.meta.url)) }));
  app.onError((error, context) => context.json({ message: error.message }, 500));
  return app;
}

type Answer<Item> = (context: Context, item: Item) => Promise<Response> | Response;

/** Adds routes to what their `:id` names. */
function routeTo<Item>(app: Hono, find: (id: string) => Item | undefined) {
  return (method: "get" | "post", path: string, answer: Answer<Item>): void => {
    app[method](path, (context) => {
      const item = find(context.req.param("id") ?? "");
      return item === undefined ? context.notFound() : answer(context, item);
    });
  };
}

function addSessionRoutes(app: Hono, session: Session): void {
  const { executor, history, settings } = session;
  app.get("/api/catalogue", (context) => context.json(session.catalogue()));
  app.get("/api/runs", (context) => context.json(history.list()));
  app.get("/api/paths", async (context) =>
    context.json(await completePath(settings.workspacePath, context.req.query("typed") ?? "")),
  );
  app.post("/api/generate", async (context) => context.json(await session.generate()));
  app.post("/api/restart", (context) => context.json(executor.restart() ?? {}));
  app.get("/api/events", (context) =>
    streamSSE(context, async (stream) => {
      const stop = session.listen((event) => void stream.writeSSE({ data: JSON.stringify(event) }));
      // Something has to be sent for the page to know that it is connected.
      await stream.writeSSE({ data: JSON.stringify({ type: "executor", state: executor.state }) });
      await new Promise<void>((resolve) => stream.onAbort(resolve));
      stop();
    }),
  );
}

function addToolRoutes(app: Hono, session: Session): void {
  const { settings, view, executor } = session;
  const route = routeTo(app, (id) => view.find(id));
  route("get", "/api/tools/:id", async (context, tool) =>
    context.json(await describeTool(tool, settings.inject, session.timeoutOf(tool.id))),
  );
  route("post", "/api/tools/:id/copy", async (context, { model, project }) => {
    const params = await readParams(context);
    return context.json(model === undefined ? [] : copyForms(model.spec, params, project.config.targets));
  });
  route("post", "/api/tools/:id/check", async (context, { id }) =>
    context.json(await executor.ask("check", { toolId: id, params: await readParams(context) })),
  );
  route("post", "/api/tools/:id/tests", async (context, { id }) =>
    context.json(await executor.ask("test", id)),
  );
  route("post", "/api/tools/:id/runs", async (context, { id }) =>
    context.json(session.run(id, await readParams(context))),
  );
  route("get", "/frames/tools/:id/providers", async (context, { model, project }) => {
    const described = model && (await describeProviders(model.spec, project.config.targets));
    return frame(context, renderPages(...(described ?? [])));
  });
  route("get", "/frames/tools/:id/typescript", async (context, tool) => {
    const code = await generatedCode(tool);
    const content = "Nothing was generated from this manifest yet: run `toolkiln generate`.";
    if (code === undefined) return frame(context, renderPages({ kind: "text", data: { content } }));
    return frame(
      context,
      renderPages({ kind: "file_content", data: { ...code, size: code.content.length } }),
    );
  });
}

function addRunRoutes(app: Hono, session: Session): void {
  const { history, executor } = session;
  const route = routeTo(app, (id) => history.find(id));
  route("post", "/api/runs/:id/cancel", (context, { run }) => {
    executor.tell(run.id, "cancel", run.id);
    return context.json({});
  });
  route("post", "/api/runs/:id/decision", async (context, { run: { id, toolId } }) => {
    const decision: Decision = await context.req.json();
    const isOpen = history.decide(executor, id, decision, session.timeoutOf(toolId));
    return isOpen ? context.json({}) : context.json({ message: "Nobody waits for this decision." }, 409);
  });
  route("get", "/api/runs/:id/lines", (context, { pages }) => {
    const view = views.find((name) => name === context.req.query("view")) ?? "json";
    return context.json(pages?.lines(view, ...readStretch(context)) ?? { total: 0, items: [] });
  });
  route("get", "/api/runs/:id/rows", (context, { pages }) => {
    const { sort = "", order, filter = "" } = context.req.query();
    const query = { sort, descending: order === "desc", filter };
    return context.json(pages?.rows(query, ...readStretch(context)) ?? { total: 0, items: [], columns: [] });
  });
  route("get", "/frames/runs/:id", (context, { outcome }) =>
    outcome === undefined ? context.notFound() : frame(context, outcome.pages),
  );
  route("get", "/frames/runs/:id/compare/:other", (context, past) => {
    const other = history.find(context.req.param("other") ?? "");
    return other === undefined ? context.notFound() : frame(context, compareRuns(past, other));
  });
}

const views: readonly TextView[] = ["text", "model", "json", "envelope"];

function frame(context: Context, pages: ThemedPages): Response | Promise<Response> {
  return context.html(context.req.query("theme") === "dark" ? pages.dark : pages.light);
}

async function readParams(context: Context): Promise<Params> {
  const body: unknown = await context.req.json();
  return isRecord(body) ? body : {};
}

function readStretch(context: Context): [from: number, count: number] {
  const number = (name: string): number => Math.max(0, Math.floor(Number(context.req.query(name)) || 0));
  return [number("from"), Math.min(number("count"), mostItems)];
}
