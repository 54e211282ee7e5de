import { isIP } from 'node:net';
import type { Installation } from '@heliograph/contract';
import type { Client } from '../limits/client-address.ts';
import type { AccessRequest } from './access.ts';
import { hostOf } from './host-names.ts';

/** By these whoever stands in between says that a request is not its own. */
const FORWARDED =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-(?:real|client|cluster-client)-ip|x-original-.+|x-envoy-.+|true-client-ip|cf-.+)$/;

/**
 * Whether somebody at the machine of the gateway asks, with nobody in between. A proxy on the machine has its address too, so whatever looks
 * like one is not believed: its headers, the HTTP/1.0 that some speak, and a name that leads to the machine from outside. In a container the
 * own machine is the container, where nobody sits. What is taken for a stranger by mistake is asked for a code, and no more.
 */
export function isFromOwnMachine(
  { address, headers, httpVersion }: AccessRequest,
  { clientOf, installation }: OwnMachine,
): boolean {
  if (installation === 'docker' || httpVersion !== '1.1' || !clientOf(address).isOwnMachine) return false;
  if (Object.keys(headers).some((name) => FORWARDED.test(name))) return false;
  const host = hostOf(headers.host);
  return host === 'localhost' || isIP(host ?? '') !== 0;
}

export interface OwnMachine {
  readonly clientOf: (address: string) => Pick<Client, 'isOwnMachine'>;
  readonly installation: Installation;
}
