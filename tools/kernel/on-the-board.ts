/**
 * Runs on the emulated board, by the Node and the koffi of its processor: what we ask of the kernel, asked of one. Each line that
 * begins with `ok` or `FAILED` is a check; `WAITING` asks whoever runs the board to let the level of IRQ fall.
 */

import { writeSync } from 'node:fs';
import { RADIO_FAULT_SENTENCES } from '../../packages/contract/src/radio-faults.ts';
import { MachineError, openChipPins, type Wiring } from '../../packages/radio/src/linux/chip-pins.ts';
import { consumerOf, gpioLabel, openInputLine, openOutputLine } from '../../packages/radio/src/linux/gpio.ts';
import { GPIO, GPIO_LINE_VALUES } from '../../packages/radio/src/linux/kernel-layouts.ts';
import { testChip } from '../../packages/radio/src/linux/self-test.ts';
import { openSpiBus } from '../../packages/radio/src/linux/spidev.ts';
import {
  createPollSet,
  loadSystemCalls,
  SystemCallError,
  type SystemCalls,
} from '../../packages/radio/src/linux/system-calls.ts';

const [spi = '', device = '', label = '', ce = '', irq = ''] = process.argv.slice(2);
const CE = Number(ce);
const IRQ = Number(irq);
const WIRING: Wiring = { spi, ce: { device, line: CE }, irq: { device, line: IRQ } };
/** What the flash of the board says of itself: an SST25VF016B. */
const READ_JEDEC_ID = [0x9f, 0, 0, 0];
const JEDEC_ID = [0xbf, 0x25, 0x41];
const EDGE_MAX_US = 60_000_000;

function check(what: string, isSo: boolean, seen: unknown): void {
  process.stdout.write(`${isSo ? 'ok' : 'FAILED'} ${what}: ${String(seen)}\n`);
}

function refusalOf(action: () => unknown): string {
  try {
    action();
    return 'none';
  } catch (error) {
    if (error instanceof SystemCallError) return error.code;
    if (error instanceof MachineError) return error.fault;
    throw error;
  }
}

function checkSpi(calls: SystemCalls): void {
  const bus = openSpiBus(calls, spi);
  const got = [...bus.transfer(Uint8Array.from(READ_JEDEC_ID))].slice(1);
  check('an SPI transfer brings what the flash says of itself', String(got) === String(JEDEC_ID), got);
  bus.close();
}

function checkLines(calls: SystemCalls): void {
  const chip = calls.open(device);
  check('a GPIO device tells its label', gpioLabel(calls, chip) === label, gpioLabel(calls, chip));
  const line = openOutputLine(calls, chip, CE);
  const levels = [true, false, true].map((level) => {
    line.set(level);
    const values = new Uint8Array(GPIO_LINE_VALUES.size);
    new DataView(values.buffer).setBigUint64(GPIO_LINE_VALUES.mask, 1n, true);
    calls.ioctl(line.fd, GPIO.LINE_GET_VALUES, values);
    return values[GPIO_LINE_VALUES.bits];
  });
  check('a line is set, and read as it was set', String(levels) === '1,0,1', levels);
  check('who has a line is told', consumerOf(calls, chip, CE) === 'heliograph', consumerOf(calls, chip, CE));
  const taken = refusalOf(() => openOutputLine(calls, chip, CE));
  check('a line that somebody has is refused', taken === 'EBUSY', taken);
  calls.close(line.fd);
  const free = consumerOf(calls, chip, CE);
  check('a line that was given back has nobody', free === undefined, free);
  const unknown = refusalOf(() => calls.ioctl(chip, GPIO.GET_LINE + 0x1_0000, new Uint8Array(600)));
  check('a structure of another size is refused', unknown !== 'none', unknown);
  calls.close(chip);
}

function checkEdge(calls: SystemCalls): void {
  const chip = calls.open(device);
  const line = openInputLine(calls, chip, IRQ);
  const set = createPollSet([line.fd]);
  check('the line of IRQ is high', line.isHigh(), line.isHigh());
  const beganUs = calls.nowUs();
  calls.wait(set, 50_000);
  const tookMs = (calls.nowUs() - beganUs) / 1000;
  check(
    'a wait without an edge ends when it should',
    !set.isReadable(0) && tookMs >= 50 && tookMs < 1000,
    tookMs,
  );
  process.stdout.write('WAITING\n');
  const waitedUs = calls.nowUs();
  calls.wait(set, EDGE_MAX_US);
  const edgeMs = (calls.nowUs() - waitedUs) / 1000;
  check('a falling edge ends a wait', set.isReadable(0) && edgeMs < EDGE_MAX_US / 1000, edgeMs);
  check('the line of IRQ is low then', !line.isHigh(), line.isHigh());
  line.forgetFalls();
  calls.wait(set, 0);
  check('a fall that was seen is forgotten', !set.isReadable(0), set.isReadable(0));
  calls.close(line.fd);
  calls.close(chip);
}

function checkThread(calls: SystemCalls): void {
  const waker = calls.createWaker();
  const set = createPollSet([waker]);
  calls.wait(set, 0);
  const before = set.isReadable(0);
  writeSync(waker, new Uint8Array(BigUint64Array.of(1n).buffer));
  calls.wait(set, 1_000_000);
  check('a thread is woken by a counter', !before && set.isReadable(0), set.isReadable(0));
  const isRealTime = calls.beRealTime(50);
  check('root may have real-time priority', isRealTime, isRealTime);
}

function checkRefusals(calls: SystemCalls): void {
  const noSpi = refusalOf(() => openChipPins(calls, { ...WIRING, spi: '/dev/spidev9.9' }));
  check('SPI that is off is told', noSpi === 'spi-off', noSpi);
  const noLine = refusalOf(() => openChipPins(calls, { ...WIRING, ce: { device, line: 99 } }));
  check('a pin that is not there is told', noLine === 'ce-unknown', noLine);
  const noHeader = refusalOf(() => openChipPins(calls, { ...WIRING, ce: { device: undefined, line: CE } }));
  check('a machine without the pins of the header is told', noHeader === 'gpio-missing', noHeader);
  const pins = openChipPins(calls, WIRING);
  const taken = refusalOf(() => openChipPins(calls, WIRING));
  check('a device that is in use is told', taken === 'spi-busy' || taken === 'ce-taken', taken);
  pins.close();
  const [first, second] = testChip({
    ...{ wiring: WIRING, system: 'linux' },
    sentenceOf: (fault, facts) => RADIO_FAULT_SENTENCES[fault](facts),
  });
  check('the self test has both pins', first?.isGood === true, first?.text);
  check('the self test says that this flash is no such chip', second?.isGood === false, second?.text);
}

const calls = loadSystemCalls();
if (calls === undefined) throw new Error('koffi cannot be loaded.');
for (const part of [checkSpi, checkLines, checkEdge, checkThread, checkRefusals]) part(calls);
process.stdout.write('ALL DONE\n');
