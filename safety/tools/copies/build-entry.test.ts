import { describe, expect, it } from 'vitest';
import { type GatewayProcess, startGatewayProcess } from '../process/gateway-process.ts';
import { guard } from './guard.ts';

const FILE = 'apps/gateway/src/http/access.ts';
const NAMES = guard(
  'the check of names',
  FILE,
  'return hostNames.accepts(headers.host) ? undefined : NOT_OUR_NAME;',
  'return undefined;',
);

const statusOf = async ({ port }: GatewayProcess, host: string) => {
  const { send } = await import('../../../apps/gateway/test/http-client.ts');
  return (await send(port, '/api/livedata/status', { headers: { host } })).status;
};

describe('a gateway in a process of its own', { timeout: 60_000 }, () => {
  it('has its guards, can tell of itself, and comes back on the same port', async () => {
    const gateway = await startGatewayProcess();
    try {
      expect(await statusOf(gateway, 'evil.test')).toBe(421);
      expect((await gateway.figures('reset')).rssBytes).toBeGreaterThan(10_000_000);
      expect(await gateway.end()).toBe(0);
      await gateway.startAgain();
      expect(await statusOf(gateway, 'localhost')).toBe(200);
    } finally {
      await gateway.dispose();
    }
  });

  it('lacks the guard that was taken out', async () => {
    const gateway = await startGatewayProcess({ without: [NAMES] });
    try {
      expect(await statusOf(gateway, 'evil.test')).toBe(200);
    } finally {
      await gateway.dispose();
    }
  });

  it('is not built when the guard is not there', async () => {
    const gone = guard('what was renamed', FILE, 'no such text', '');
    await expect(startGatewayProcess({ without: [gone] })).rejects.toThrow(
      'does not say "no such text" once',
    );
    const elsewhere = guard('what moved', 'apps/web/src/main.tsx', 'text', '');
    await expect(startGatewayProcess({ without: [elsewhere] })).rejects.toThrow('is no part of');
  });
});
