/**
 * Numbers and structures of the kernel that SPI and GPIO devices are driven by, as docs/reference/linux-devices.md shows them.
 * kernel-layouts.test.ts compares them with the headers of the kernel. They are the same on 32 and on 64 bits, except for the time
 * (`timespec`), whose two fields are as wide as the processor's words.
 */

/** Source: docs/reference/linux-devices.md#spi. */
export const SPI = {
  WR_MODE: 0x4001_6b01,
  WR_BITS_PER_WORD: 0x4001_6b03,
  WR_MAX_SPEED_HZ: 0x4004_6b04,
  /** One transfer. */
  MESSAGE_1: 0x4020_6b00,
} as const;

/** struct spi_ioc_transfer: offsets of its fields, and its size. Source: docs/reference/linux-devices.md#spi. */
export const SPI_TRANSFER = {
  tx_buf: 0,
  rx_buf: 8,
  len: 16,
  speed_hz: 20,
  bits_per_word: 26,
  size: 32,
} as const;

/** Source: docs/reference/linux-devices.md#gpio. */
export const GPIO = {
  GET_CHIPINFO: 0x8044_b401,
  GET_LINEINFO: 0xc100_b405,
  GET_LINE: 0xc250_b407,
  LINE_GET_VALUES: 0xc010_b40e,
  LINE_SET_VALUES: 0xc010_b40f,
} as const;

export const GPIO_FLAG = { INPUT: 4, OUTPUT: 8, EDGE_FALLING: 32, BIAS_PULL_UP: 256 } as const;

/** struct gpiochip_info. */
export const GPIO_CHIP_INFO = { name: 0, label: 32, lines: 64, size: 68 } as const;

/** struct gpio_v2_line_info. */
export const GPIO_LINE_INFO = { name: 0, consumer: 32, offset: 64, size: 256 } as const;

/** struct gpio_v2_line_request. */
export const GPIO_LINE_REQUEST = {
  offsets: 0,
  consumer: 256,
  'config.flags': 288,
  num_lines: 560,
  event_buffer_size: 564,
  fd: 588,
  size: 592,
} as const;

/** struct gpio_v2_line_values. */
export const GPIO_LINE_VALUES = { bits: 0, mask: 8, size: 16 } as const;

/** struct gpio_v2_line_event. */
export const GPIO_LINE_EVENT = { timestamp_ns: 0, id: 8, size: 48 } as const;

/** struct pollfd. */
export const POLL_FD = { fd: 0, events: 4, revents: 6, size: 8 } as const;
export const POLLIN = 1;

export const OPEN = { O_RDWR: 2, O_CLOEXEC: 0x8_0000 } as const;
export const EVENTFD = { EFD_NONBLOCK: 0x800, EFD_CLOEXEC: 0x8_0000 } as const;
export const CLOCK_MONOTONIC = 1;
export const SCHED_FIFO = 1;
export const PR_SET_TIMERSLACK = 29;

/** Size of the names in the structures above, the closing zero included. */
export const NAME_SIZE = 32;
