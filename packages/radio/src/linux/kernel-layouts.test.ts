import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as layouts from './kernel-layouts.ts';

/** What the compiler makes of the headers: an expression of C for each number of ours. */
const EXPRESSIONS: Readonly<Record<string, number>> = {
  SPI_IOC_WR_MODE: layouts.SPI.WR_MODE,
  SPI_IOC_WR_BITS_PER_WORD: layouts.SPI.WR_BITS_PER_WORD,
  SPI_IOC_WR_MAX_SPEED_HZ: layouts.SPI.WR_MAX_SPEED_HZ,
  'SPI_IOC_MESSAGE(1)': layouts.SPI.MESSAGE_1,
  GPIO_GET_CHIPINFO_IOCTL: layouts.GPIO.GET_CHIPINFO,
  GPIO_V2_GET_LINEINFO_IOCTL: layouts.GPIO.GET_LINEINFO,
  GPIO_V2_GET_LINE_IOCTL: layouts.GPIO.GET_LINE,
  GPIO_V2_LINE_GET_VALUES_IOCTL: layouts.GPIO.LINE_GET_VALUES,
  GPIO_V2_LINE_SET_VALUES_IOCTL: layouts.GPIO.LINE_SET_VALUES,
  GPIO_V2_LINE_FLAG_INPUT: layouts.GPIO_FLAG.INPUT,
  GPIO_V2_LINE_FLAG_OUTPUT: layouts.GPIO_FLAG.OUTPUT,
  GPIO_V2_LINE_FLAG_EDGE_FALLING: layouts.GPIO_FLAG.EDGE_FALLING,
  GPIO_V2_LINE_FLAG_BIAS_PULL_UP: layouts.GPIO_FLAG.BIAS_PULL_UP,
  GPIO_MAX_NAME_SIZE: layouts.NAME_SIZE,
  POLLIN: layouts.POLLIN,
  O_RDWR: layouts.OPEN.O_RDWR,
  O_CLOEXEC: layouts.OPEN.O_CLOEXEC,
  EFD_NONBLOCK: layouts.EVENTFD.EFD_NONBLOCK,
  EFD_CLOEXEC: layouts.EVENTFD.EFD_CLOEXEC,
  CLOCK_MONOTONIC: layouts.CLOCK_MONOTONIC,
  SCHED_FIFO: layouts.SCHED_FIFO,
  PR_SET_TIMERSLACK: layouts.PR_SET_TIMERSLACK,
  ...fields('spi_ioc_transfer', layouts.SPI_TRANSFER),
  ...fields('gpiochip_info', layouts.GPIO_CHIP_INFO),
  ...fields('gpio_v2_line_info', layouts.GPIO_LINE_INFO),
  ...fields('gpio_v2_line_request', layouts.GPIO_LINE_REQUEST),
  ...fields('gpio_v2_line_values', layouts.GPIO_LINE_VALUES),
  ...fields('gpio_v2_line_event', layouts.GPIO_LINE_EVENT),
  ...fields('pollfd', layouts.POLL_FD),
};

function fields(struct: string, layout: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(layout).map(([name, offset]) => [
      name === 'size' ? `sizeof(struct ${struct})` : `__builtin_offsetof(struct ${struct}, ${name})`,
      offset,
    ]),
  );
}

/** A time has two words of the processor, which is what `timespec` of system-calls.ts goes by. */
const WORDS_OF_TIME = { 'sizeof(struct timespec)': '2 * sizeof(long)', 'sizeof(nfds_t)': 'sizeof(long)' };

const asserted = (expressions: readonly (readonly [string, string])[]) =>
  expressions
    .map(([ours, theirs]) => `_Static_assert((${ours}) == (${theirs}), "${ours.replaceAll('"', '')}");`)
    .join('\n');

function program(extra: readonly (readonly [string, string])[] = []): string {
  const numbers = Object.entries(EXPRESSIONS).map(([ours, value]) => [ours, `${value}u`] as const);
  return `#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/gpio.h>
#include <linux/spi/spidev.h>
#include <poll.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <time.h>
${asserted([...numbers, ...Object.entries(WORDS_OF_TIME), ...extra])}
int main(void) { return 0; }
`;
}

function compile(source: string, words: '-m64' | '-m32'): { readonly ok: boolean; readonly output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-layouts-'));
  try {
    const file = join(folder, 'layouts.c');
    writeFileSync(file, source);
    const { status, stderr } = spawnSync('gcc', [words, '-fsyntax-only', file], { encoding: 'utf8' });
    return { ok: status === 0, output: stderr ?? '' };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const hasHeaders = existsSync('/usr/include/linux/gpio.h') && existsSync('/usr/include/linux/spi/spidev.h');
const canCompile = spawnSync('gcc', ['--version']).status === 0;
const why = 'needs gcc and the headers of the kernel (Debian: gcc, linux-libc-dev)';

describe('the layouts of the kernel', () => {
  it.skipIf(!hasHeaders || !canCompile)(`are those of its headers; ${why}`, () => {
    const words = process.arch === 'x64' || process.arch === 'arm64' ? '-m64' : '-m32';
    expect(compile(program(), words)).toEqual({ ok: true, output: '' });
    const wrong = compile(program([['sizeof(struct gpio_v2_line_request)', '588']]), words);
    expect(wrong.ok).toBe(false);
    expect(wrong.output).toContain('gpio_v2_line_request');
  });
});
