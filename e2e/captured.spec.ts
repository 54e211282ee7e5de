import type { PropertyName } from '@heliograph/contract';
import { CAPTURED_EXPECTATIONS, SCENARIOS } from '@heliograph/simulator/scenarios';
import { expect, test } from './test.ts';

const LABELS: Readonly<Record<PropertyName, string>> = {
  Power: 'Power',
  Voltage: 'Voltage',
  Current: 'Current',
  'Power DC': 'DC power',
  YieldDay: 'Yield today',
  YieldTotal: 'Total yield',
  Frequency: 'Frequency',
  Temperature: 'Temperature',
  PowerFactor: 'Power factor',
  ReactivePower: 'Reactive power',
  Efficiency: 'Efficiency',
  Irradiation: 'Irradiation',
};

function numberIn(text: string): number {
  return Number.parseFloat(text.replaceAll(',', '').replace('−', '-'));
}

test.describe('frames that real inverters once sent', () => {
  test.use({ scenario: 'captured' });

  test('@nightly show the values that others published for them', async ({ page, home }) => {
    test.setTimeout(150_000);
    await home.open();
    let compared = 0;
    for (const [serial, { channels }] of Object.entries(CAPTURED_EXPECTATIONS)) {
      const name =
        SCENARIOS.captured.inverters.find((inverter) => inverter.serial === serial)?.name ?? serial;
      await home.inverterTab(name).click();
      await expect(home.fact('Serial number')).toContainText(serial);
      for (const [channel, values] of Object.entries(channels)) {
        const card = channel === '0' ? 'Phase 1' : `String ${channel}`;
        for (const property of Object.keys(values) as PropertyName[]) {
          const expected = values[property];
          const shown = home.value(card, LABELS[property]);
          await expect(shown, `${serial} ${card} ${property}`).toHaveText(/\d/, { timeout: 60_000 });
          expect(numberIn(await shown.innerText()), `${serial} ${card} ${property}`).toBe(expected);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(100);
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
