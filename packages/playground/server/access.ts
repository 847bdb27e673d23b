import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";

const stranger =
  "This playground belongs to another browser. Open the address that `toolkiln playground` printed.";

/** The secrets of one launch. */
export interface Access {
  /** What the printed address carries. */
  readonly token: string;
  /** What a browser that showed the token holds from then on. */
  readonly session: string;
}

/** Makes the secrets of one launch. */
export function createAccess(): Access {
  return { token: randomBytes(24).toString("base64url"), session: randomBytes(24).toString("base64url") };
}

/**
 * Lets only the browser in that was given the address: requests name this very host and port (pages of other names that
 * resolve to this machine do not), come from this page, and hold the cookie that the token is exchanged for.
 */
export function guard({ token, session }: Access, hosts: ReadonlySet<string>): MiddlewareHandler {
  return async (context, next) => {
    const { method } = context.req;
    const host = context.req.header("host") ?? "";
    if (!hosts.has(host)) return context.text("This host is not served here.", 403);
    const origin = context.req.header("origin");
    const isForeign = origin === undefined ? method !== "GET" : origin !== `http://${host}`;
    if (isForeign) return context.text("Requests come from the page itself only.", 403);
    // Cookies do not know ports: several playgrounds on one machine must not share a name.
    const cookie = `toolkiln-${host.replaceAll(/\D/g, "")}`;
    const given = context.req.query("token");
    if (given !== undefined && isEqual(given, token)) {
      setCookie(context, cookie, session, { httpOnly: true, sameSite: "Strict", path: "/" });
      return context.redirect("/", 303);
    }
    if (!isEqual(getCookie(context, cookie) ?? "", session)) return context.text(stranger, 401);
    if (method === "POST" && context.req.header("content-type") !== "application/json") {
      return context.text("Content-Type must be application/json.", 415);
    }
    return next();
  };
}

/** Compares digests, so that the time it takes reveals nothing of the secret. */
function isEqual(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
