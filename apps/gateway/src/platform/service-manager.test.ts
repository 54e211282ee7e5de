import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';
import { createServiceManager } from './service-manager.ts';

function manager(environment: Readonly<Record<string, string>>, failure?: Error) {
  const told: string[] = [];
  const lines: string[] = [];
  const clock = createVirtualClock();
  const service = createServiceManager({
    environment,
    clock,
    log: createLog({ level: 'warn', writeLine: (line) => lines.push(line) }),
    async notify(words) {
      told.push(words.join(' '));
      if (failure !== undefined) throw failure;
    },
  });
  return { service, told, lines, clock };
}

const SOCKET = { NOTIFY_SOCKET: '/run/systemd/notify' };

describe('the service manager', () => {
  it('is told nothing where there is none', async () => {
    const { service, told, clock } = manager({ WATCHDOG_USEC: '10000000' });
    service.ready('port 8080');
    await clock.advanceAsync(60_000);
    service.stopping();
    expect(told).toEqual([]);
  });

  it('is told that the gateway answers and that it ends', async () => {
    const { service, told, clock } = manager(SOCKET);
    service.ready('port 8080');
    await clock.advanceAsync(60_000);
    service.stopping();
    expect(told).toEqual(['--ready --status=port 8080', 'STOPPING=1']);
  });

  it('gets a sign of life twice as often as it asks for, until the end', async () => {
    const { service, told, clock } = manager({ ...SOCKET, WATCHDOG_USEC: '30000000' });
    service.ready('port 8080');
    await clock.advanceAsync(60_000);
    expect(told.slice(1)).toEqual(Array.from({ length: 4 }, () => 'WATCHDOG=1'));
    service.stopping();
    await clock.advanceAsync(60_000);
    expect(told.slice(5)).toEqual(['STOPPING=1']);
  });

  it('that cannot be told is said once', async () => {
    const { service, lines, clock } = manager({ ...SOCKET, WATCHDOG_USEC: '2000000' }, new Error('gone'));
    service.ready('port 8080');
    await clock.advanceAsync(10_000);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('could not be told');
  });
});
