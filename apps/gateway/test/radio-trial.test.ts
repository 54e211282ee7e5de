import type { RadioFault } from '@heliograph/contract';
import { createChipRadio, SCENARIOS, type WiringFault } from '@heliograph/simulator';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { DTU } from '@heliograph/testbed/radio/air-testbed.ts';
import { describe, expect, it } from 'vitest';
import { createFleet } from '../src/fleet/fleet.ts';
import { createDeviceClock } from '../src/platform/device-clock.ts';
import { createAir } from '../src/sources/radio/air.ts';
import { HEADER_PINS, toldFault, wiringOf } from '../src/sources/radio/wired-radio.ts';

const SCENARIO = SCENARIOS['three-inverters'];
const WIRING = wiringOf({ spi: undefined, ce: undefined, irq: undefined }, HEADER_PINS);

/** What a test of the radio finds on the model of the chip that is wired so. */
function tried(wrong?: WiringFault) {
  const clock = createVirtualClock();
  const radio = createChipRadio({ scenario: SCENARIO, clock, seed: 1, speed: 1 });
  radio.setWiring(wrong);
  const air = createAir({
    ...{ radio, clock, dtu: DTU, hopMode: 'rigid', log: () => undefined },
    fleet: createFleet({ clock, configs: [] }),
    deviceClock: createDeviceClock({ clock, startSet: true }),
    radioFault: () => toldFault(radio.fault(), WIRING),
  });
  clock.advance(5000);
  air.trial.start();
  clock.advance(2000);
  expect(air.trial.isRunning()).toBe(false);
  return air.trial.result();
}

describe('a test of the radio on the model of the chip', () => {
  it('finds nothing wrong with wires that are right', () => {
    expect(tried()).toMatchObject({ connected: true, plusVariant: true, tries: 55, fault: undefined });
  });

  it.each<[WiringFault, RadioFault]>([
    ['unplugged', 'silent-low'],
    ['miso-low', 'silent-low'],
    ['miso-high', 'silent-high'],
    ['mosi-open', 'no-memory'],
    ['sck-and-mosi-swapped', 'no-memory'],
    ['miso-and-mosi-swapped', 'silent-low'],
    ['miso-and-mosi-swapped-floating', 'silent-high'],
  ])('says with %s that nothing answered and nothing was sent, and names it %s', (wrong, name) => {
    const fault = { name, spi: '/dev/spidev0.0', ce: 'GPIO 25', irq: 'GPIO 24', detail: '' };
    expect(tried(wrong)).toMatchObject({ connected: false, tries: undefined, fault });
  });

  it.each<WiringFault>(['ce-open', 'ce-and-irq-swapped'])(
    'takes nothing for sent with %s, and names the wire of CE',
    (wrong) => {
      expect(tried(wrong)).toMatchObject({ connected: true, tries: undefined, fault: { name: 'no-ce' } });
    },
  );

  it.each<WiringFault>(['irq-open', 'irq-low'])('names the wire of IRQ with %s', (wrong) => {
    expect(tried(wrong)).toMatchObject({ connected: true, tries: 55, fault: { name: 'no-irq' } });
  });
});
