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
  const parsed = ipaddr.parse(address);
  return parsed.kind() === "ipv6" && /^(64:ff9b:|2002:|2001:0?:)/.test(parsed.toString());
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
