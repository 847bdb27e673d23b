import { randomBytes } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { timingSafeEqual } from "hono/utils/buffer";

/**
 * Lets only the browser in that was given the address: requests name this very host and port (pages of other names that
 * resolve to this machine do not), come from this page, and hold the cookie that the token is exchanged for.
 */
export function guard(token: string, hosts: ReadonlySet<string>): MiddlewareHandler {
  const session = randomBytes(24).toString("base64url");
  return async (context, next) => {
    const { method } = context.req;
    const host = context.req.header("host") ?? "";
    if (!hosts.has(host)) return context.text("This host is not served here.", 403);
    const origin = context.req.header("origin");
    const isForeign = origin === undefined ? method !== "GET" : origin !== `http://${host}`;
    if (isForeign) return context.text("Requests must come from the page itself.", 403);
    // Cookies do not know ports: several playgrounds on one machine must not share a name.
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
