import { CommandError } from "../command.js";

/** Where a server listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Reads `127.0.0.1:3001`, `[::1]:3001`, `:3001` or `3001`; a host alone is none, because it is too easily a mistake. */
export function readAddress(text: string): Address {
  const [, bracketed, plain, digits = ""] = /^(?:\[([^\]]+)\]:|([^:[\]]*):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === "" || port > 65_535) {
    throw new CommandError(`'${text}' is not an address to listen on. Write it like 127.0.0.1:3001.`);
  }
  return { host: bracketed ?? (plain === undefined || plain === "" ? "127.0.0.1" : plain), port };
}
