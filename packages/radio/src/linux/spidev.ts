import type { SpiBus } from '../nrf24/ports.ts';
import { SPI, SPI_TRANSFER } from './kernel-layouts.ts';
import { IS_LITTLE_ENDIAN, type SystemCalls } from './system-calls.ts';

/** The chip bears 10 MHz; loose wires of 20 cm do not. At this rate the longest transfer takes 70 us. */
const SPEED_HZ = 4_000_000;
/** Clock low at rest, and bits are taken when it rises. */
const MODE_0 = 0;
const BITS_PER_WORD = 8;
/** A command and 32 bytes are 33. */
const TRANSFER_MAX = 64;

export interface OpenSpiBus extends SpiBus {
  readonly fd: number;
  close(): void;
}

/** Opens `/dev/spidevB.C`. Throws a `SystemCallError`. Source: docs/reference/linux-devices.md#spi. */
export function openSpiBus(calls: SystemCalls, path: string): OpenSpiBus {
  const fd = calls.open(path);
  try {
    calls.ioctl(fd, SPI.WR_MODE, Uint8Array.of(MODE_0));
    calls.ioctl(fd, SPI.WR_BITS_PER_WORD, Uint8Array.of(BITS_PER_WORD));
    calls.ioctl(fd, SPI.WR_MAX_SPEED_HZ, new Uint8Array(Uint32Array.of(SPEED_HZ).buffer));
  } catch (error) {
    calls.close(fd);
    throw error;
  }
  // The same memory for every transfer: the system is told once where it is.
  const sent = new Uint8Array(new ArrayBuffer(TRANSFER_MAX));
  const received = new Uint8Array(new ArrayBuffer(TRANSFER_MAX));
  const message = new Uint8Array(new ArrayBuffer(SPI_TRANSFER.size));
  const view = new DataView(message.buffer);
  view.setBigUint64(SPI_TRANSFER.tx_buf, calls.addressOf(sent), IS_LITTLE_ENDIAN);
  view.setBigUint64(SPI_TRANSFER.rx_buf, calls.addressOf(received), IS_LITTLE_ENDIAN);
  view.setUint32(SPI_TRANSFER.speed_hz, SPEED_HZ, IS_LITTLE_ENDIAN);
  view.setUint8(SPI_TRANSFER.bits_per_word, BITS_PER_WORD);
  return {
    fd,
    transfer(bytes) {
      if (bytes.length > TRANSFER_MAX)
        throw new RangeError(`${bytes.length} bytes are more than a transfer has`);
      sent.set(bytes);
      view.setUint32(SPI_TRANSFER.len, bytes.length, IS_LITTLE_ENDIAN);
      calls.ioctl(fd, SPI.MESSAGE_1, message);
      return received.slice(0, bytes.length);
    },
    close: () => calls.close(fd),
  };
}
