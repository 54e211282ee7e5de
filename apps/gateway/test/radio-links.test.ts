import { getRadio, RESULT_CODES } from '@heliograph/contract';
import { startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
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
