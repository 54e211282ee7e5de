import { describe, expect, it } from 'vitest';
import { createFirstSettings } from './first-settings.ts';
import { createStoredSections } from './stored-section.ts';

/** What a new data folder gets on a machine with these hardware addresses, and with these random bytes. */
function firstOf(macAddresses: readonly string[], random: number) {
  const host = { macAddresses: () => macAddresses, rootCertificates: () => [] };
  return createFirstSettings({
    host: host as never,
    randomBytes: (count) => new Uint8Array(count).fill(random),
    ...{ hashCost: { n: 2, r: 1, p: 1 } as never, firstPassword: undefined, inverters: [], pollIntervalS: 5 },
  });
}

describe('a new data folder', () => {
  it.each([
    ['in a container', ['0242ac110002']],
    ['without a network', []],
  ])('%s has a client ID and a serial that no other one has', async (_, macAddresses) => {
    const [one, other] = [firstOf(macAddresses, 0xab), firstOf(macAddresses, 0xcd)];
    expect((await one.mqtt()).mqtt_clientid).toBe('OpenDTU-abababababab');
    expect((await other.mqtt()).mqtt_clientid).toBe('OpenDTU-cdcdcdcdcdcd');
    expect((await one.dtu()).dtu_serial).not.toBe((await other.dtu()).dtu_serial);
  });

  it('passes none of that on to a folder that was there before and has no client ID', async () => {
    const first = firstOf(['0242ac110002'], 0xab);
    const { mqtt_clientid: _, ...before } = await first.mqtt();
    const read = await createStoredSections(first).read('mqtt', { ...before, version: 1 });
    expect(read).toMatchObject({ mqtt_hostname: '', mqtt_clientid: '' });
  });

  it('has both from the hardware address of a machine that has one of its own', async () => {
    const first = firstOf(['b827eb110002', '0242ac110002'], 0xab);
    expect((await first.mqtt()).mqtt_clientid).toBe('');
    expect((await first.dtu()).dtu_serial).toBe('199980114114');
  });
});
