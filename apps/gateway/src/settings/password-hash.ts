import { createHash, scrypt, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../platform/secret.ts';

/** What a guess costs. Memory is 128 * blockSize * 2^logCost bytes. */
export interface HashCost {
  readonly logCost: number;
  readonly blockSize: number;
  readonly parallelism: number;
}

/** 34 MB and about a quarter of a second on a small machine: guessing is slow, and several gateways still fit. */
export const HASH_COST: HashCost = { logCost: 15, blockSize: 8, parallelism: 3 };

const SALT_LENGTH = 16;
const KEY_LENGTH = 32;
const PATTERN = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9_-]{22})\$([A-Za-z0-9_-]{43})$/;

/** Hashes a password, off the event loop. The text names the cost, so that it can be raised later. */
export async function hashPassword(
  password: Secret,
  randomBytes: (count: number) => Uint8Array,
  cost: HashCost,
): Promise<string> {
  const salt = randomBytes(SALT_LENGTH);
  const key = await deriveKey(password, salt, cost);
  const { logCost, blockSize, parallelism } = cost;
  const parameters = `ln=${logCost},r=${blockSize},p=${parallelism}`;
  return `$scrypt$${parameters}$${Buffer.from(salt).toString('base64url')}$${key.toString('base64url')}`;
}

/** Whether a text has the form that `hashPassword` gives, and checking it costs no more than one of ours. */
export function isPasswordHash(text: string): boolean {
  const [, logCost, blockSize, parallelism] = PATTERN.exec(text) ?? [];
  const isIn = (value: string | undefined, max: number) => Number(value) >= 1 && Number(value) <= max;
  return (
    isIn(logCost, HASH_COST.logCost) &&
    isIn(blockSize, HASH_COST.blockSize) &&
    isIn(parallelism, HASH_COST.parallelism)
  );
}

/** Whether guessing the password behind a hash costs less than this. Such a hash came with a file of somebody else. */
export function isCheaper(hash: string, cost: HashCost): boolean {
  return workOf(costOf(hash)) < workOf(cost);
}

const workOf = ({ logCost, blockSize, parallelism }: HashCost) => 2 ** logCost * blockSize * parallelism;

function costOf(hash: string): HashCost {
  const [, logCost, blockSize, parallelism] = PATTERN.exec(hash) ?? [];
  return { logCost: Number(logCost), blockSize: Number(blockSize), parallelism: Number(parallelism) };
}

/** Whether a password is the hashed one. Takes as long for a wrong password as for the right one. */
export async function passwordMatches(password: Secret, hash: string): Promise<boolean> {
  const [, , , , salt = '', key = ''] = PATTERN.exec(hash) ?? [];
  const derived = await deriveKey(password, Buffer.from(salt, 'base64url'), costOf(hash));
  return timingSafeEqual(derived, Buffer.from(key, 'base64url'));
}

/**
 * Scrypt pads what it gets with zero bytes, so a password and the same one with a NUL behind it would be one. The
 * digest has a fixed length and keeps them apart.
 */
function deriveKey(password: Secret, salt: Uint8Array, cost: HashCost): Promise<Buffer> {
  const N = 2 ** cost.logCost;
  const options = {
    N,
    r: cost.blockSize,
    p: cost.parallelism,
    maxmem: 256 * cost.blockSize * (N + cost.parallelism), // about twice of what it takes
  };
  const digest = __WITHOUT__.passwordDigest
    ? password.reveal()
    : createHash('sha256').update(password.reveal()).digest();
  return new Promise((resolve, reject) => {
    scrypt(digest, salt, KEY_LENGTH, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
