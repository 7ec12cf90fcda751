import { UsageError } from '../UsageError.js';

/** Where to listen. */
export interface ListenAddress {
  /** A name or an address; one of IPv6 without brackets. */
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
}

const shape = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+)):(\d{1,5})$/i;

/** Reads the value of `--listen`, e.g. `127.0.0.1:9102` or `[::1]:9102`. Throws a `UsageError` for anything else. */
export function parseListen(text: string): ListenAddress {
  const [, inBrackets, plain, digits = ''] = shape.exec(text) ?? [];
  const host = inBrackets ?? plain;
  const port = Number(digits);
  if (host === undefined || port > 65_535) {
    throw new UsageError(`--listen takes HOST:PORT, such as 127.0.0.1:9102 or [::1]:9102, with a port from 0 to 65535, got ${JSON.stringify(text)}`);
  }
  return { host, port };
}

/** As it stands in a URL. */
export function formatAddress({ host, port }: ListenAddress): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
