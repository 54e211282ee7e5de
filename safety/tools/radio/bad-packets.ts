import { crc8 } from '@heliograph/protocol';

type Dice = () => number;

/** Bytes 0 to 4 and from 9 on are looked at; those between name the sender, and inverters fill them as they like. */
const SENDER = { from: 5, to: 9 } as const;
const FLIPPED_BITS_MAX = 3;
const REPLACED_BYTES_MAX = 8;
const OVERSIZE_FACTOR_MAX = 100;

/** A copy that is certainly not what was sent: flipped bits, other bytes, without its end, or far too long. */
export function damaged(packet: Uint8Array, dice: Dice): Uint8Array {
  const ways = [withFlippedBits, withFlippedBits, withOtherBytes, withoutEnd, withMuchBehind];
  const way = ways[Math.floor(dice() * ways.length)] ?? withFlippedBits;
  const broken = way(packet, dice);
  return isTheSame(packet, broken) ? damaged(packet, dice) : broken;
}

function withFlippedBits(packet: Uint8Array, dice: Dice): Uint8Array {
  const broken = packet.slice();
  for (let flips = 1 + Math.floor(dice() * FLIPPED_BITS_MAX); flips > 0; flips--) {
    const at = Math.floor(dice() * packet.length);
    broken[at] = (broken[at] ?? 0) ^ (1 << Math.floor(dice() * 8));
  }
  return broken;
}

function withOtherBytes(packet: Uint8Array, dice: Dice): Uint8Array {
  const broken = packet.slice();
  const from = Math.floor(dice() * packet.length);
  const count = 1 + Math.floor(dice() * REPLACED_BYTES_MAX);
  for (let at = from; at < Math.min(from + count, packet.length); at++) broken[at] = Math.floor(dice() * 256);
  return broken;
}

function withoutEnd(packet: Uint8Array, dice: Dice): Uint8Array {
  return packet.slice(0, Math.floor(dice() * packet.length));
}

/** With a check byte that is right: only its length is wrong. */
function withMuchBehind(packet: Uint8Array, dice: Dice): Uint8Array {
  const long = new Uint8Array(33 + Math.floor(dice() * OVERSIZE_FACTOR_MAX * 32));
  long.set(packet.subarray(0, -1));
  long[long.length - 1] = crc8(long, long.length - 1);
  return long;
}

/** Nothing that is looked at is another: such a packet does no harm. */
function isTheSame(packet: Uint8Array, other: Uint8Array): boolean {
  if (packet.length !== other.length) return false;
  const isRead = (at: number) => (at < SENDER.from || at >= SENDER.to) && at < packet.length - 1;
  return packet.every((byte, at) => !isRead(at) || byte === other[at]);
}
