import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { expect, it } from 'vitest';

/** What a rule would have done, through a whole gateway. */

const PATH = '/api/heliograph/rule-dry-run';
const rule = { ...POST_CASES.setRule.good, meter_power: 0 };

it('tells what a rule would have done with what was recorded, and live beside what is, without any order', async () => {
  const gateway = await startTestGateway({ keepsHistory: true });
  const post = async (path: string, body: object) =>
    JSON.parse((await postData(gateway.port, path, body)).text);
  const watched = async () => JSON.parse((await send(gateway.port, PATH, { headers: login() })).text);
  const live = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) await gateway.clock.advanceAsync(60_000);
  };
  await live(1);
  expect(await post(PATH, rule)).toMatchObject({ type: 'warning', problem: 'nothing-recorded' });
  expect(await watched()).toEqual({});
  const meter = { ...POST_CASES.setMeter.good, kind: 'simulated', factor: 1, inverted: false };
  await post('/api/heliograph/meter', meter);
  await live(9);
  const answer = await post(PATH, rule);
  expect(answer).toMatchObject({ type: 'success', recorded: { days: 1 } });
  const { hours, exported, exported_with_rule: withRule } = answer.recorded;
  expect(hours).toBeGreaterThan(0.1);
  expect(exported).toBeGreaterThan(0);
  expect(withRule).toBeLessThan(exported / 4);
  const { live: seen } = await watched();
  expect(seen.hours).toBeGreaterThan(0.1);
  expect(seen.orders).toBeGreaterThan(0);
  // Whoever may feed in all of it changes nothing.
  const { recorded } = await post(PATH, { ...rule, meter_power: -50_000 });
  expect(recorded.exported_with_rule).toBe(recorded.exported);
  expect(await post(PATH, { ...rule, target: 'nobody' })).toMatchObject({ code: 19_005 });
  expect(await post(PATH, { ...rule, target: '116199999999' })).toMatchObject({ code: 19_112 });
  const orders = JSON.parse((await send(gateway.port, '/api/orders', { headers: login() })).text);
  expect(orders.orders).toEqual([]);
  await gateway.dispose();
});
