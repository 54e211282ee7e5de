import type { InputLine, OutputLine } from '../nrf24/ports.ts';
import {
  GPIO,
  GPIO_CHIP_INFO,
  GPIO_FLAG,
  GPIO_LINE_EVENT,
  GPIO_LINE_INFO,
  GPIO_LINE_REQUEST,
  GPIO_LINE_VALUES,
  NAME_SIZE,
} from './kernel-layouts.ts';
import { IS_LITTLE_ENDIAN, type SystemCalls } from './system-calls.ts';

/**
 * What the chips call themselves that have the pins of the header, from Pi 5 down to Zero. Their numbers differ from one version of the
 * system to the next.
 */
export const HEADER_LABELS: readonly string[] = ['pinctrl-rp1', 'pinctrl-bcm2711', 'pinctrl-bcm2835'];

/** Who has the pin, as the system shows it to others. */
const CONSUMER = 'heliograph';
/** One event says that there is something to read; more of them say the same. */
const EVENTS_KEPT = 16;

export interface OpenOutputLine extends OutputLine {
  readonly fd: number;
}

export interface OpenInputLine extends InputLine {
  /** Readable when the level has fallen. */
  readonly fd: number;
  /** Forgets that it has fallen, so that the next fall is seen. */
  forgetFalls(): void;
}

/** The label of a GPIO device. Throws a `SystemCallError`. Source: docs/reference/linux-devices.md#gpio. */
export function gpioLabel(calls: SystemCalls, chipFd: number): string {
  const info = new Uint8Array(GPIO_CHIP_INFO.size);
  calls.ioctl(chipFd, GPIO.GET_CHIPINFO, info);
  return text(info, GPIO_CHIP_INFO.label);
}

/** Who has a pin; undefined where that is not said. */
export function consumerOf(calls: SystemCalls, chipFd: number, line: number): string | undefined {
  const info = new Uint8Array(GPIO_LINE_INFO.size);
  new DataView(info.buffer).setUint32(GPIO_LINE_INFO.offset, line, IS_LITTLE_ENDIAN);
  calls.ioctl(chipFd, GPIO.GET_LINEINFO, info);
  return text(info, GPIO_LINE_INFO.consumer) || undefined;
}

function text(bytes: Uint8Array, offset: number): string {
  const name = bytes.subarray(offset, offset + NAME_SIZE);
  const end = name.indexOf(0);
  return new TextDecoder().decode(end < 0 ? name : name.subarray(0, end));
}

/** Takes a pin to drive it, low at first. Throws a `SystemCallError`. */
export function openOutputLine(calls: SystemCalls, chipFd: number, line: number): OpenOutputLine {
  const fd = requestLine(calls, chipFd, line, GPIO_FLAG.OUTPUT);
  const { values, setBits } = lineValues();
  return {
    fd,
    set(isHigh) {
      setBits(isHigh);
      calls.ioctl(fd, GPIO.LINE_SET_VALUES, values);
    },
  };
}

/** Takes a pin to watch it. Throws a `SystemCallError`. A pull-up makes one that is not connected read as high. */
export function openInputLine(calls: SystemCalls, chipFd: number, line: number): OpenInputLine {
  const watched = GPIO_FLAG.INPUT | GPIO_FLAG.EDGE_FALLING;
  const fd = requestLine(calls, chipFd, line, watched | GPIO_FLAG.BIAS_PULL_UP, watched);
  const { values, setBits, isSet } = lineValues();
  const events = new Uint8Array(new ArrayBuffer(GPIO_LINE_EVENT.size * EVENTS_KEPT));
  return {
    fd,
    isHigh() {
      setBits(false);
      calls.ioctl(fd, GPIO.LINE_GET_VALUES, values);
      return isSet();
    },
    forgetFalls: () => void calls.read(fd, events),
  };
}

/** Not every chip can pull up, so there may be other flags to try. */
function requestLine(
  calls: SystemCalls,
  chipFd: number,
  line: number,
  flags: number,
  flagsElse?: number,
): number {
  const request = new Uint8Array(GPIO_LINE_REQUEST.size);
  const view = new DataView(request.buffer);
  view.setUint32(GPIO_LINE_REQUEST.offsets, line, IS_LITTLE_ENDIAN);
  request.set(new TextEncoder().encode(CONSUMER), GPIO_LINE_REQUEST.consumer);
  view.setUint32(GPIO_LINE_REQUEST.num_lines, 1, IS_LITTLE_ENDIAN);
  view.setUint32(GPIO_LINE_REQUEST.event_buffer_size, EVENTS_KEPT, IS_LITTLE_ENDIAN);
  view.setBigUint64(GPIO_LINE_REQUEST['config.flags'], BigInt(flags), IS_LITTLE_ENDIAN);
  try {
    calls.ioctl(chipFd, GPIO.GET_LINE, request);
  } catch (error) {
    if (flagsElse === undefined || !CANNOT.includes((error as { code?: string }).code ?? '')) throw error;
    return requestLine(calls, chipFd, line, flagsElse);
  }
  return view.getInt32(GPIO_LINE_REQUEST.fd, IS_LITTLE_ENDIAN);
}

const CANNOT = ['ENOTSUPP', 'EOPNOTSUPP', 'ENOTSUP', 'ENXIO', '524'];

/** struct gpio_v2_line_values of the one line that a request has. */
function lineValues() {
  const values = new Uint8Array(new ArrayBuffer(GPIO_LINE_VALUES.size));
  const view = new DataView(values.buffer);
  view.setBigUint64(GPIO_LINE_VALUES.mask, 1n, IS_LITTLE_ENDIAN);
  return {
    values,
    setBits: (isSet: boolean) => view.setBigUint64(GPIO_LINE_VALUES.bits, isSet ? 1n : 0n, IS_LITTLE_ENDIAN),
    isSet: () => (view.getBigUint64(GPIO_LINE_VALUES.bits, IS_LITTLE_ENDIAN) & 1n) === 1n,
  };
}
