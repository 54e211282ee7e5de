import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { jsonOf, login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';

/** What of the log is told. Source: docs/reference/api-for-other-programs.md#log. */

const PATH = '/api/logging/config';
const PARTS = ['gateway', 'radio', 'devices', 'http', 'mqtt', 'settings', 'history', 'time'];

async function levels({ port }: Pick<TestGateway, 'port'>) {
  const { loglevel } = Object(jsonOf(await send(port, PATH, { headers: login() })));
  return loglevel;
}
const save = async ({ port }: Pick<TestGateway, 'port'>, loglevel: unknown) =>
  Object(jsonOf(await postData(port, PATH, { loglevel }))).code;
const all = (level: number, own: Readonly<Record<string, number>> = {}) => ({
  default: level,
  modules: PARTS.map((name) => ({ name, level: own[name] ?? -1 })),
});

describe('the levels of the log', () => {
  it('are everything at first, and each part is as all', async () => {
    expect(await levels(await startTestGateway())).toEqual(all(5));
  });

  it.each([
    ['all', { default: 2 }, all(2)],
    ['one part', { modules: [{ name: 'radio', level: 1 }] }, all(5, { radio: 1 })],
    ['both', { default: '3', modules: [{ name: 'mqtt', level: '4' }] }, all(3, { mqtt: 4 })],
    [
      'what there is',
      {
        default: 99,
        modules: [
          { name: 'hoymiles', level: 1 },
          { name: 'http', level: 9 },
        ],
      },
      all(5, { http: 5 }),
    ],
    ['a part that has none of its own any more', { modules: [{ name: 'time', level: -1 }] }, all(5)],
    ['nothing', {}, all(5)],
    ['nothing that makes sense', 'loud', all(5)],
  ])('are set for %s', async (_, sent, expected) => {
    const gateway = await startTestGateway();
    expect(await save(gateway, sent)).toBe(1001);
    expect(await levels(gateway)).toEqual(expected);
  });

  it('stay where a save does not speak of them, and after a restart', async () => {
    const gateway = await startTestGateway();
    expect(await save(gateway, { default: 3, modules: [{ name: 'radio', level: 0 }] })).toBe(1001);
    expect(await save(gateway, { modules: [{ name: 'http', level: 1 }] })).toBe(1001);
    expect(await levels(gateway)).toEqual(all(3, { radio: 0, http: 1 }));
    const { logging } = Object(jsonOf(await send(gateway.port, '/api/config/get', { headers: login() })));
    expect(logging).toEqual({
      default: 3,
      modules: [
        { name: 'radio', level: 0 },
        { name: 'http', level: 1 },
      ],
    });
  });

  it('need the object that they stand in', async () => {
    const { port } = await startTestGateway();
    expect(Object(jsonOf(await postData(port, PATH, { default: 1 }))).code).toBe(1005);
  });

  it('decide what the console hears, from the next line on', async () => {
    const gateway = await startTestGateway();
    const watcher = await openSocket(gateway.port, { headers: login() }, '/console');
    let heard = 0;
    const ask = async () => {
      heard = watcher.messages.length;
      await send(gateway.port, '/api/system/status');
      await gateway.clock.advanceAsync(1000);
      await watcher.settle();
      return watcher.messages.slice(heard).join('');
    };
    expect(await ask()).toContain('/api/system/status');
    expect(await save(gateway, { modules: [{ name: 'http', level: 3 }] })).toBe(1001);
    await gateway.clock.advanceAsync(1000);
    await watcher.settle();
    expect(await ask()).not.toContain('/api/system/status');
  });
});
