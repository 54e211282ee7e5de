import { basicAuthorization, decodeAuthorization } from '@heliograph/contract';

/** Where a socket of the gateway is, for a page from `origin`. */
export function socketAddress(origin: string, path: string): URL {
  const url = new URL(path, origin);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url;
}

/**
 * The same address with user and password in it. An original device whose reading is locked asks for a login when a
 * socket opens, and a browser has no other way to answer. Each part is encoded by itself, so that a password may hold
 * `@`, `:`, `%` and letters beyond ASCII.
 */
export function withLogin(address: URL, authdata: string): URL {
  const login = decodeAuthorization(basicAuthorization(authdata));
  if (login === undefined) return address;
  const url = new URL(address);
  url.username = encodeURIComponent(login.userName);
  url.password = encodeURIComponent(login.password);
  return url;
}
