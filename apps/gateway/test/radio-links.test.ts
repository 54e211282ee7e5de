import { getRadio, RESULT_CODES } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { describe, expect, it } from 'vitest';

const POLLS_MS = 120_000;

async function started() {
  const gateway = await startPlantGateway({ scenario: 'one-inverter' });
  const report = async () => getRadio.read(await gateway.json('/api/heliograph/radio'));
  const counts = async (mode: 'rigid' | 'free') => (await report())?.inverters[0]?.[mode];
  return { gateway, report, counts };
}

describe('what the gateway counts of its radio', () => {
  it('is apart for each way to hop, and a new way counts from the next packet on', async () => {
    const { gateway, report, counts } = await started();
    await gateway.advance(POLLS_MS);
    const first = await report();
    expect(first).toMatchObject({ simulated: true, connected: true, hop_mode: 'rigid' });
    expect(first?.inverters.map(({ reachable }) => reachable)).toEqual([true]);
    const slotted = await counts('rigid');
    expect(slotted?.requests).toBeGreaterThan(20);
    expect(slotted?.answers).toBe(slotted?.requests);
    expect(slotted?.acknowledged).toBe(slotted?.transmissions);
    // It listens on one of five RF channels, for two slots at a time.
    const perPacket = (slotted?.tries ?? 0) / (slotted?.transmissions ?? 1);
    expect(perPacket).toBeGreaterThan(1);
    expect(perPacket).toBeLessThanOrEqual(10);
    expect((await counts('free'))?.requests).toBe(0);

    expect(await gateway.result('/api/heliograph/radio-settings', { hop_mode: 'free' })).toBe(
      RESULT_CODES.SettingsSaved.code,
    );
    await gateway.advance(POLLS_MS);
    expect((await counts('free'))?.requests).toBeGreaterThan(20);
    expect((await counts('rigid'))?.requests).toBe(slotted?.requests);
  });

  it('tells packets that were not confirmed from answers that were lost', async () => {
    const { gateway, counts } = await started();
    const bad = {
      requestLoss: 0,
      answerLoss: 0,
      duplication: 0,
      corruption: 0,
      jitterMs: 0,
      rfChannelLoss: {},
    };
    gateway.setAir({ ...bad, requestLoss: 0.5 });
    await gateway.advance(POLLS_MS);
    const unheard = await counts('rigid');
    expect(unheard?.missed_fragments).toBe(0);
    expect(unheard?.acknowledged).toBeLessThan(0.8 * (unheard?.transmissions ?? 0));
    gateway.setAir({ ...bad, answerLoss: 0.5 });
    await gateway.advance(POLLS_MS);
    const both = await counts('rigid');
    expect(both?.missed_fragments).toBeGreaterThan(10);
    const [sent, heard] = [
      (both?.transmissions ?? 0) - (unheard?.transmissions ?? 0),
      (both?.acknowledged ?? 0) - (unheard?.acknowledged ?? 0),
    ];
    expect(heard).toBe(sent);
  });
});

const itByNight = it.skipIf(process.env.HELIOGRAPH_NIGHTLY === undefined);

itByNight(
  'does not count what inverters are asked in their sleep, so a good link is good the next morning',
  async () => {
    const gateway = await startPlantGateway({
      scenario: 'real-sun',
      platform: { ...createTestPlatform(), clock: createVirtualClock(Date.parse('2026-06-21T18:00Z')) },
    });
    const dtu = { dtu_serial: '199980112345', dtu_pollinterval: 45, dtu_palevel: 0 };
    expect(await gateway.result('/api/dtu/config', dtu)).toBe(RESULT_CODES.SettingsSaved.code);
    await gateway.advance(11 * 3_600_000);
    const report = getRadio.read(await gateway.json('/api/heliograph/radio'));
    expect(report?.inverters.map(({ reachable }) => reachable)).toEqual([true, true, true]);
    for (const { rigid } of report?.inverters ?? []) {
      expect(rigid.requests).toBeGreaterThan(20);
      expect(rigid.answers / rigid.requests).toBeGreaterThan(0.95);
      expect(rigid.acknowledged / rigid.transmissions).toBeGreaterThan(0.95);
    }
  },
);

describe('the self test of the radio', () => {
  async function test(gateway: Awaited<ReturnType<typeof started>>['gateway'], isMeant = true) {
    const { status, text } = await gateway.post('/api/heliograph/radio-test', { test: isMeant });
    expect([status, JSON.parse(text).type]).toEqual([200, isMeant ? 'success' : 'warning']);
  }

  it('sends to nobody and listens, once at a time, and costs no inverter an answer', async () => {
    const { gateway, report, counts } = await started();
    await gateway.advance(POLLS_MS);
    expect(await report()).toMatchObject({ testing: false });
    await test(gateway, false);
    expect(await report()).toMatchObject({ testing: false });
    for (let round = 0; round < 5; round += 1) {
      await test(gateway);
      await test(gateway);
      expect(await report()).toMatchObject({ testing: true });
      await gateway.advance(7_300);
      const found = await report();
      expect(found?.testing).toBe(false);
      // Five RF channels with ten time slots each, and nobody confirms.
      expect(found?.test).toEqual({
        ...{ ago: expect.any(Number), connected: true, plus_variant: true },
        ...{ tries: 50, packets: 0 },
      });
    }
    await gateway.advance(POLLS_MS);
    const { requests = 0, answers } = (await counts('rigid')) ?? {};
    expect(requests).toBeGreaterThan(40);
    expect(answers).toBe(requests);
  });

  it('keeps the air from orders while it lasts', async () => {
    const { gateway, report } = await started();
    await gateway.advance(POLLS_MS);
    const [{ serial } = { serial: '' }] = (await report())?.inverters ?? [];
    const ordered = () => gateway.sentTo(serial, 'ActivePowerControl').length;
    await test(gateway);
    await gateway.post('/api/limit/config', { serial, limit_type: 1, limit_value: 50 });
    await gateway.advance(1_000);
    expect([(await report())?.testing, ordered()]).toEqual([true, 0]);
    await gateway.advance(1_000);
    expect([(await report())?.testing, ordered()]).toEqual([false, 1]);
  });
});
