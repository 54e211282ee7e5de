const HOST_NAME = /^(?=.)(?!-)[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?$/u;
/** As in a URL: what ends in a number is an IPv4 address. Source: WHATWG URL, "ends in a number checker". */
const ENDS_IN_NUMBER = /(^|\.)(\d+|0x[\da-f]*)\.?$/i;
/** Written out: systems fill up short ones, and read leading zeros as octal, so the password would go somewhere else. */
const IPV4_ADDRESS = /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/;
const IPV6_ADDRESS = /^(?=.*:)[\da-f:.]+(%[\w.-]+)?$/i;

/** A name, an IPv4 address, or an IPv6 address without brackets. */
export function isHost(host: string): boolean {
  if (IPV6_ADDRESS.test(host)) return true;
  return ENDS_IN_NUMBER.test(host) ? IPV4_ADDRESS.test(host) : HOST_NAME.test(host);
}

/** Over HTTP, without a login in it: that has fields of its own, which are kept secret. */
export function isWebAddress(address: string): boolean {
  const [, host = '', v6, port = '80'] = WEB_ADDRESS.exec(address) ?? [];
  return isHost(v6 ?? host) && Number(port) >= 1 && Number(port) <= 65_535;
}

/** Host (an IPv6 address in brackets) and port; behind them a path and a query. */
const WEB_ADDRESS = /^https?:\/\/((?:[^\s/?#\\@:[\]]+)|\[([\da-f:.]+)\])(?::(\d{1,5}))?(?:[/?][^\s#\\]*)?$/i;
