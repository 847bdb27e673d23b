import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** The address lies where a request from outside must not reach. */
export class AddressNotAllowedError extends Error {
  override readonly name = "AddressNotAllowedError";
}

/** Whether an address is one of the public internet: not private, loopback, link-local, reserved or mapped to such. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ipaddr.process(address).range() === "unicast" && !isTranslated(address);
}

/** Ranges that carry another address inside, which would have to be judged instead. */
function isTranslated(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.kind() !== "ipv6") return false;
  const text = parsed.toString();
  // Only 2000::/3 is given out to networks; `::7f00:1`, for one, is an address of version 4 in disguise.
  return !/^[23][\da-f]{3}:/.test(text) || /^(2002:|2001:0?:)/.test(text);
}

/** Throws when a host that is written as an address is not public; names are judged when they are looked up. */
export function checkLiteralHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw notAllowed(host);
}

/** A lookup for connections that refuses names behind which any address is not public. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = error === null ? addresses : [];
    const hidden = addresses?.find(({ address }) => !isPublicAddress(address));
    if (error !== null) callback(error, "", 0);
    else if (hidden !== undefined || first === undefined) callback(notAllowed(hostname), "", 0);
    else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function notAllowed(host: string): AddressNotAllowedError {
  return new AddressNotAllowedError(`'${host}' is not a public address.`);
}
