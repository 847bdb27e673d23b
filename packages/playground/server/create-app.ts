import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import { renderPage, type RenderableResult } from "@toolkiln/render/html";
import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { secureHeaders } from "hono/secure-headers";
import { streamSSE } from "hono/streaming";
import { guard } from "./access.js";
import { generatedCode } from "./project-view.js";
import { describeProviders } from "./provider-views.js";
import type { Session } from "./session.js";

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/** Results, definitions and generated code are shown in frames without scripts, forms or network access. */
const framePolicy =
  "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Creates the routes: the page, `/api` for its data, and `/frames` for untrusted content. */
export function createApp(session: Session, token: string, hosts: ReadonlySet<string>): Hono {
  const app = new Hono();
  app.use(secureHeaders({ strictTransportSecurity: false, xFrameOptions: false }));
  app.use(async (context, next) => {
    await next();
    const isFrame = context.req.path.startsWith("/frames/");
    context.header("Content-Security-Policy", isFrame ? framePolicy : pagePolicy);
    context.header("Cache-Control", "no-store");
  });
  app.use(guard(token, hosts), compress(), bodyLimit({ maxSize: 32 * 1024 * 1024 }));
  addCalls(app, session);
  addFrames(app, session);
  app.use(serveStatic({ root: fileURLToPath(new URL("./web", import.meta.url)) }));
  app.onError((error, context) => context.json({ message: error.message }, 500));
  return app;
}

const calls = ["tool", "check", "test", "snippets", "paths", "run", "cancel", "decide", "page"] as const;

/** The methods of a session that the page can call. */
export type Calls = Pick<Session, (typeof calls)[number]>;

function addCalls(app: Hono, session: Session): void {
  for (const name of calls) {
    const method: (...args: never[]) => unknown = session[name];
    app.post(`/api/${name}`, async (context) =>
      context.json((await method.apply(session, await context.req.json<never[]>())) ?? {}),
    );
  }
  app.get("/api/events", (context) =>
    streamSSE(context, async (stream) => {
      const stop = session.listen(
        (event, data) => void stream.writeSSE({ event, data: JSON.stringify(data) }),
      );
      await new Promise<void>((resolve) => stream.onAbort(resolve));
      stop();
    }),
  );
}

const views = ["model", "json", "envelope"] as const;

function addFrames(app: Hono, session: Session): void {
  type Shown = RenderableResult | readonly RenderableResult[];
  const frame = (path: string, show: (id: string, context: Context) => Shown | Promise<Shown>): void => {
    app.get(`/frames/${path}`, async (context) => {
      const page = renderPage(await show(context.req.param("id") ?? "", context));
      return context.html(page.replace("</style>", `${frameStyle}</style>`));
    });
  };
  frame("tools/:id/providers", (id) => describeProviders(session.view.find(id)));
  frame("tools/:id/typescript", (id) => generatedCode(session.view.find(id)));
  frame("runs/:id", (id, context) => {
    const { view, page, sort = "", filter = "" } = context.req.query();
    const chosen = views.find((name) => name === view) ?? "rendered";
    return session.page(id, { view: chosen, page: Number(page) || 0, sort, filter }).shown;
  });
  frame("runs/:id/compare/:other", (id, context) => {
    const runs = [id, context.req.param("other") ?? ""].map((one) => session.findRun(one));
    const params = runs.map(({ run }) => run.params);
    // Durations always differ.
    const results = runs.map(({ outcome }) => ({ ...outcome?.result, durationMs: undefined }));
    return [difference("parameters", params), difference("result", results)];
  });
}

/** Lets the frame scroll instead of its content, and hides the title, which the page shows. */
const frameStyle = `.tk-page { background: var(--tk-back); } .tk-page main { padding: 0; } h1 { display: none; }
.tk-result.tk-result { border: 0; padding: 4px; } .tk-code, .tk-scroll { max-height: none; }`;

function difference(path: string, values: readonly unknown[]): RenderableResult {
  const [original = "", modified = ""] = values.map((value) => `${JSON.stringify(value, undefined, 2)}\n`);
  return original === modified
    ? { kind: "text", data: { content: `Same ${path}.` } }
    : { kind: "diff", data: { path, original, modified, isNew: false } };
}
