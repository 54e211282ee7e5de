import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { HEADER_PINS, startWiredRadio, wiringOf } from './wired-radio.ts';

/** Says what a thread says whose chip was not there, is found, loses IRQ, and then dies. */
const THREAD = `
  import { parentPort } from 'node:worker_threads';
  const tell = (connected, fault) =>
    parentPort.postMessage({ kind: 'status', status: { connected, plusVariant: connected, fault, detail: '' } });
  tell(false, 'silent-low');
  tell(true, undefined);
  tell(true, 'no-irq');
  setTimeout(() => { throw new Error('a bug') }, 20);
`;

/** It stands still, so what has died is not started again. */
const clock = createVirtualClock();

async function linesOf(level: number): Promise<readonly string[]> {
  const lines: string[] = [];
  const log = createLog({ level: 'trace', writeLine: (line) => void lines.push(line) });
  log.setLevels({ default: 5, modules: [{ name: 'radio', level }] });
  const { end } = startWiredRadio({
    ...{ wiring: wiringOf({ spi: undefined, ce: undefined, irq: undefined }, HEADER_PINS), clock },
    ...{ log: log.module('radio'), system: 'linux' },
    script: new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`),
  });
  onTestFinished(end);
  await expect.poll(() => lines.some((line) => line.includes('has ended by itself (a bug)'))).toBe(true);
  return lines.map((line) => line.replace(/^\S+ /, '').split(/,| \(/)[0] ?? '');
}

const NO_FLAGS = { spi: undefined, ce: undefined, irq: undefined };
const pinsOf = (nrf24: Partial<(typeof HEADER_PINS)['nrf24']>) => ({
  ...HEADER_PINS,
  nrf24: { ...HEADER_PINS.nrf24, ...nrf24 },
});
const SECOND = { miso: 19, mosi: 20, clk: 21 };

describe('the SPI device of a profile', () => {
  it.each([
    [{}, '/dev/spidev0.0'],
    [{ cs: 7 }, '/dev/spidev0.1'],
    [{ ...SECOND, cs: 18 }, '/dev/spidev1.0'],
    [{ ...SECOND, cs: 17 }, '/dev/spidev1.1'],
    [{ ...SECOND, cs: 16 }, '/dev/spidev1.2'],
    [{ ...SECOND, cs: 8 }, undefined],
    [{ cs: 18 }, undefined],
    [{ miso: 19 }, undefined],
    [{ miso: 19, mosi: 23, clk: 18, cs: 5 }, undefined],
    [{ clk: -1 }, undefined],
  ])('is where the pins are: %j', (nrf24, spi) => {
    expect(wiringOf(NO_FLAGS, pinsOf(nrf24)).spi).toBe(spi);
  });

  it('is no matter where a flag names it', () => {
    const flags = { ...NO_FLAGS, spi: '/dev/spidev5.0' };
    expect(wiringOf(flags, pinsOf({ miso: 19 })).spi).toBe('/dev/spidev5.0');
  });
});

describe('the log of a chip', () => {
  const warnings = [
    'warn  The radio module does not answer: MISO is always low. Check its power',
    'warn  The radio module works',
  ];
  const error = 'error What drives the radio module has ended by itself';

  it('warns of what its owner can put right, and calls the death of a thread an error', async () => {
    const [away, irq] = warnings;
    expect(await linesOf(5)).toEqual([away, 'info  The radio module answers.', irq, error]);
  });

  it('leaves out what its level leaves out', async () => {
    expect(await linesOf(2)).toEqual([...warnings, error]);
  });
});
