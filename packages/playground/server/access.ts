import { randomBytes } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { timingSafeEqual } from "hono/utils/buffer";

/**
 * Authenticates requests. Checks the Host header (against DNS rebinding), the Origin header (against requests from other
 * pages) and a session cookie, which the browser gets in exchange for the token in the URL.
 */
export function guard(token: string, hosts: ReadonlySet<string>): MiddlewareHandler {
  const session = randomBytes(24).toString("base64url");
  return async (context, next) => {
    const { method } = context.req;
    const host = context.req.header("host") ?? "";
    if (!hosts.has(host)) return context.text("The Host header is not allowed.", 403);
    const origin = context.req.header("origin");
    const isCrossOrigin = origin === undefined ? method !== "GET" : origin !== `http://${host}`;
    if (isCrossOrigin) return context.text("Requests from other origins are not allowed.", 403);
    // Cookies are shared between ports, so each playground on a machine needs its own cookie name.
    const cookie = `toolkiln-${host.replaceAll(/\D/g, "")}`;
    if (await timingSafeEqual(context.req.query("token") ?? "", token)) {
      setCookie(context, cookie, session, { httpOnly: true, sameSite: "Strict", path: "/" });
      return context.redirect("/", 303);
    }
    if (!(await timingSafeEqual(getCookie(context, cookie) ?? "", session)))
      return context.text(
        "Open the address that `toolkiln playground` printed: it signs this browser in.",
        401,
      );
    if (method === "POST" && context.req.header("content-type") !== "application/json")
      return context.text("Content-Type must be application/json.", 415);
    return next();
  };
}
