import { getExpectedYield, getFindingCurve, getFindings } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { describe, expect, it } from 'vitest';

const SPEED = 240;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const JUNE_MS = Date.UTC(2026, 5, 10, 2);
const WEAK = '114182730124';

describe('a gateway whose plant gets weaker', () => {
  it('tells which string it is, why, and remembers it', async () => {
    const platform = createTestPlatform('warn');
    const gateway = await startPlantGateway({
      platform: { ...platform, clock: createVirtualClock(JUNE_MS) },
      scenario: 'weak-string',
      speed: SPEED,
    });
    const read = async () => getFindings.read(JSON.parse((await gateway.get(getFindings.path)).text));
    let found = await read();
    expect(found?.findings).toEqual([]);
    for (let hour = 0; hour < 6 * 24 && found?.findings.length === 0; hour += 1) {
      await gateway.advance((60 * MINUTE_MS) / SPEED);
      if (hour % 4 === 3) found = await read();
    }
    expect(found?.findings).toMatchObject([
      {
        serial: WEAK,
        name: 'South roof',
        string: 2,
        string_name: 'South right',
        kind: 'weak',
        state: 'open',
      },
    ]);
    const [finding] = found?.findings ?? [];
    if (finding === undefined) throw new Error('nothing was found');
    expect(finding.ratio).toBeGreaterThan(0.65);
    expect(finding.ratio).toBeLessThan(0.85);
    const curve = getFindingCurve.read(
      JSON.parse((await gateway.get(`${getFindingCurve.path}?id=${finding.id}`)).text),
    );
    expect(curve?.measured.length).toBeGreaterThan(5);

    const fromS = (JUNE_MS + DAY_MS) / 1000;
    const expected = getExpectedYield.read(
      JSON.parse((await gateway.get(`${getExpectedYield.path}?from=${fromS}&to=${fromS + 86_400}`)).text),
    );
    expect(expected?.at).toHaveLength(96);
    expect(expected?.high_energy).toBeGreaterThan(8000);

    expect(await gateway.result('/api/heliograph/findings', { id: finding.id, known: true })).toBe(16_001);
    expect(await gateway.result('/api/heliograph/findings', { id: 'nobody', known: true })).toBe(16_002);
    await gateway.restart();
    expect((await read())?.findings).toMatchObject([{ serial: WEAK, string: 2, state: 'known' }]);
  }, 300_000);
});
