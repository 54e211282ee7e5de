import { PAGE_HEADER, type RuleState } from '@heliograph/contract';
import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import { startSharedGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, expect, it, vi } from 'vitest';

/** What arming needs, and the test of the fail-safe, as the API tells them. */

const RULE = '/api/heliograph/rule';
const ARMING = '/api/heliograph/rule-arming';
const TEST = '/api/heliograph/fail-safe-test';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startSharedGateway();
  return gateway.dispose;
});

const state = async (): Promise<RuleState> =>
  JSON.parse((await send(gateway.port, RULE, { headers: login() })).text);
const post = async (path: string, body: object, headers = login()) =>
  JSON.parse((await postData(gateway.port, path, body, headers)).text);
const asPerson = () => ({ ...login(), [PAGE_HEADER.name]: PAGE_HEADER.value });

it('says what is missing with the words with which arming is refused', async () => {
  expect(await state()).toMatchObject({ armed: false, obstacle: 'no-meter' });
  expect(await post(ARMING, { armed: true })).toMatchObject({ type: 'warning', code: 19_111 });
  expect(await post(TEST, { test: true })).toMatchObject({ type: 'warning', code: 19_108 });
  expect(await post(TEST, { test: false })).toMatchObject({ type: 'warning', code: 19_114 });
});

it('is armed once nothing is missing, and tells nothing of a test that was cancelled', async () => {
  await post('/api/heliograph/meter', { ...POST_CASES.setMeter.good, kind: 'simulated', factor: 1 });
  await vi.waitFor(async () => {
    gateway.clock.advance(1000);
    expect(await state()).not.toHaveProperty('obstacle');
  });
  expect(await post(ARMING, { armed: true })).toMatchObject({ type: 'success', code: 19_104 });
  const none = { ...POST_CASES.setMeter.good, kind: 'none' };
  expect(await post('/api/heliograph/meter', none)).toMatchObject({ type: 'warning', code: 19_115 });
  const order = { serial: '114182730124', limit_value: 75, limit_type: 257 };
  await vi.waitFor(async () => {
    gateway.clock.advance(1000);
    expect(await state()).toMatchObject({ fail_safe: false });
    // It is done, and undoes what arming has promised.
    expect(await post('/api/limit/config', order, asPerson())).toMatchObject({ code: 19_026 });
  }, 10_000);
  expect(await post('/api/limit/config', { ...order, limit_type: 1 }, asPerson())).toMatchObject({
    code: 1001,
  });
  expect(await post(TEST, { test: true })).toMatchObject({ type: 'success', code: 19_109 });
  expect((await state()).test).toMatchObject({ running: true });
  expect(await post(TEST, { test: false })).toMatchObject({ type: 'success', code: 19_113 });
  expect(await state()).not.toHaveProperty('test');
  expect(await post(TEST, { test: false })).toMatchObject({ type: 'warning', code: 19_114 });
  expect(await post(ARMING, { armed: false })).toMatchObject({ type: 'success', code: 19_105 });
});

it('keeps the group that somebody holds, or that the armed rule is for', async () => {
  const serial = '114182730124';
  const member = { serial, min_power: 0, max_power: 0 };
  const groups = [{ id: 'g1', name: 'Roof', cap: 0, members: [member] }];
  const save = (next: object[]) => post('/api/heliograph/limit-settings', { groups: next, schedule: [] });
  expect(await save(groups)).toMatchObject({ code: 1001 });
  gateway.clock.advance(2000); // until the rule of before has let go
  const wish = { target: 'g1', watts: 100, ends: 'changed', seconds: 0 };
  expect(await post('/api/heliograph/limit-claim', wish)).toMatchObject({ code: 19_003 });
  expect(await save([])).toMatchObject({ type: 'warning', code: 19_024 });
  expect(await post('/api/heliograph/limit-release', { target: 'g1' })).toMatchObject({ code: 19_004 });
  const { meter_power, hysteresis, margin, safe_power } = await state();
  expect(await post(RULE, { target: 'g1', meter_power, hysteresis, margin, safe_power })).toMatchObject({
    code: 1001,
  });
  await vi.waitFor(async () => {
    gateway.clock.advance(1000);
    expect(await state()).not.toHaveProperty('obstacle');
  });
  expect(await post(ARMING, { armed: true })).toMatchObject({ code: 19_104 });
  expect(await save([])).toMatchObject({ type: 'warning', code: 19_024 });
  expect(await post(ARMING, { armed: false })).toMatchObject({ code: 19_105 });
  expect(await save([])).toMatchObject({ code: 1001 });
});

it('takes only inverters of the plant into a group, and keeps one there that is gone', async () => {
  const save = (serials: readonly string[]) => {
    const members = serials.map((serial) => ({ serial, min_power: 0, max_power: 0 }));
    const groups = [{ id: 'g9', name: 'Shed', cap: 0, members }];
    return post('/api/heliograph/limit-settings', { groups, schedule: [] });
  };
  const list = await send(gateway.port, '/api/inverter/list', { headers: login() });
  const [first, { id, serial: gone }] = JSON.parse(list.text).inverter;
  expect(await save([first.serial, '116199999999'])).toMatchObject({ type: 'warning', code: 19_005 });
  expect(await save([gone])).toMatchObject({ code: 1001 });
  expect(await post('/api/inverter/del', { id })).toMatchObject({ type: 'success' });
  expect(await save([gone, first.serial])).toMatchObject({ code: 1001 });
  const times = { from: 'clock', from_minutes: 0, to: 'clock', to_minutes: 600 };
  const row = { enabled: true, target: '116199999999', watts: 300, days: 127, ...times };
  const rows = { groups: [], schedule: [row] };
  expect(await post('/api/heliograph/limit-settings', rows)).toMatchObject({ type: 'warning', code: 19_005 });
  expect(await save([])).toMatchObject({ code: 19_012 });
  expect(await post('/api/heliograph/limit-settings', { groups: [], schedule: [] })).toMatchObject({
    code: 1001,
  });
  expect(await save([gone])).toMatchObject({ code: 19_005 });
});
