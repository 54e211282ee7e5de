import { FIRST_RUN_COOKIE } from '@heliograph/contract';

/** The pairs of a Cookie header, as they are. */
export function cookiesOf(header = ''): { readonly name: string; readonly value: string }[] {
  return header.split(';').map((pair) => {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    return { name, value };
  });
}

/** Whether a browser wants to hear no more of how the gateway is set up. */
export function isGuidePutOff(header: string | undefined): boolean {
  return cookiesOf(header).some(({ name }) => name === FIRST_RUN_COOKIE);
}
