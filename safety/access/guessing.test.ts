import { afterAll, describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow, type Row } from '../plan/row.ts';
import { countHashes } from '../tools/access/count-hashes.ts';
import { type LoginDoor, openLoginDoor, RIGHT_PASSWORD } from './login-door.ts';

const GUESSES = 1_000;
const MINUTE_MS = 60_000;
const OWNER = '10.0.0.9';
/** Of accounts that there are and that there are not: no name brings more guesses. */
const NAMES = ['admin', 'Anna', 'root'];
/** One that the owner has logged in with before. */
const BROWSER = 'known';
const NOTHING = { exactly: 0 } as const;

/** Addresses that guess one after the other: machines in the home, or somewhere else. */
const guessers = (count: number) =>
  Array.from({ length: count }, (_, index) => `10.0.${1 + (index >> 7)}.${(index & 127) + 1}`);
const strangers = (count: number) =>
  Array.from({ length: count }, (_, index) => `198.51.${index >> 7}.${(index & 127) + 1}`);

describe('who guesses passwords (A5)', { timeout: 120_000 }, () => {
  const row = openRow('A5');
  const hashes = countHashes();
  afterAll(() => hashes.end());

  /** A thousand guesses in a minute, evenly, while the owner, who is logged in, logs in at other devices too. */
  async function attack({ clock, knock }: LoginDoor, addresses: readonly string[]) {
    let ownerRefused = 0;
    const hashed = new Map<string, number>();
    await knock(RIGHT_PASSWORD, OWNER);
    hashes.take();
    for (let guess = 0; guess < GUESSES; guess++) {
      const address = addresses[guess % addresses.length] ?? '';
      await knock(`guess ${guess}`, address, NAMES[guess % NAMES.length]);
      hashed.set(address, (hashed.get(address) ?? 0) + hashes.take());
      clock.advance(MINUTE_MS / GUESSES);
      if (guess % 20 === 0 && (await knock(RIGHT_PASSWORD, `10.0.2.${guess / 20}`)) !== 'known')
        ownerRefused += 1;
      hashes.take();
    }
    const counts = [...hashed.values()];
    return { ofOne: Math.max(...counts), inAll: counts.reduce((sum, count) => sum + count, 0), ownerRefused };
  }

  it('gets few hashes, from one address and from fifty, and the owner goes on', async () => {
    const door = await openLoginDoor();
    const one = await attack(door, guessers(1));
    door.clock.advance(MINUTE_MS);
    const fifty = await attack(door, guessers(50));
    row.figure({ what: OF_ONE, value: Math.max(one.ofOne, fifty.ofOne), goal: { atMost: 10 } });
    row.figure({ what: IN_ALL, value: fifty.inAll, goal: { atMost: 30 } });
    row.figure({ what: OWNER_REFUSED, value: one.ownerRefused + fifty.ownerRefused, goal: NOTHING });
    expect(one.ofOne).toBeGreaterThan(0);
    await proveThrottle(row);
  });

  async function proveThrottle({ counterProof }: Row) {
    await without(['loginThrottle'], async () => {
      const open = await openLoginDoor();
      const one = await attack(open, guessers(1));
      const fifty = await attack(open, guessers(50));
      const proof = { without: SEAMS.loginThrottle };
      counterProof({ ...proof, what: OF_ONE, value: one.ofOne, goal: { atMost: 10 } });
      counterProof({ ...proof, what: IN_ALL, value: fifty.inAll, goal: { atMost: 30 } });
    });
    const { ownerRefused: value } = await without(['rightHeader'], async () =>
      attack(await openLoginDoor(), guessers(50)),
    );
    counterProof({ what: OWNER_REFUSED, without: SEAMS.rightHeader, value, goal: NOTHING });
  }

  /** After a restart nothing is remembered: seconds until the owner, who tries every 5 s, gets in; 900 for never. */
  async function secondsToGetIn(
    { clock, knock }: LoginDoor,
    addresses: readonly string[],
    owner = OWNER,
    browser?: string,
  ): Promise<number> {
    const STEP_MS = MINUTE_MS / GUESSES;
    for (let guess = 1; guess * STEP_MS < 900_000; guess++) {
      await knock(`guess ${guess}`, addresses[guess % addresses.length] ?? '', NAMES[guess % NAMES.length]);
      clock.advance(STEP_MS);
      const isOwnersTurn = (guess * STEP_MS + 2_000) % 5_000 < STEP_MS; // guessers do not wait for it
      if (isOwnersTurn && (await knock(RIGHT_PASSWORD, owner, 'admin', browser)) === 'known')
        return (guess * STEP_MS) / 1_000;
    }
    return 900;
  }

  it('does not lock out the owner, not even after a restart', async () => {
    const seconds = await secondsToGetIn(await openLoginDoor(), guessers(50));
    row.figure({ what: TO_GET_IN, value: seconds, unit: 's', goal: { atMost: 240 } });
    const value = await without(['hashesForNew'], async () =>
      secondsToGetIn(await openLoginDoor(), guessers(50)),
    );
    row.counterProof({
      what: TO_GET_IN,
      without: SEAMS.hashesForNew,
      value,
      unit: 's',
      goal: { atMost: 240 },
    });
  });

  const CROWDS = [
    ['while 250 machines in the home guess', guessers(250), OWNER, 240, undefined],
    [
      'at this machine, while 250 machines in the home guess',
      guessers(250),
      '127.0.0.1',
      65,
      'hashesForKnown',
    ],
    ['at home, while 250 addresses on the internet guess', strangers(250), OWNER, 65, 'hashesForNear'],
    ['at home, while 1,000 addresses on the internet guess', strangers(1_000), OWNER, 65, undefined],
  ] as const;

  it.each(CROWDS)(
    'keeps out the owner for some time at most: %s',
    async (where, addresses, owner, atMost, seam) => {
      const figure = {
        what: `until the owner logs in after a restart, ${where}`,
        unit: 's',
        goal: { atMost },
      };
      row.figure({ ...figure, value: await secondsToGetIn(await openLoginDoor(), addresses, owner) });
      if (seam === undefined) return;
      const value = await without([seam], async () =>
        secondsToGetIn(await openLoginDoor(), addresses, owner),
      );
      row.counterProof({ ...figure, without: SEAMS[seam], value });
    },
  );

  it('does not keep the owner out of a browser that knows the gateway, wherever that is', async () => {
    const places = [
      ['at home, while 250 machines in the home guess', guessers(250), OWNER],
      ['away, while 250 addresses on the internet guess', strangers(250), '203.0.113.9'],
    ] as const;
    for (const [where, addresses, owner] of places) {
      const figure = {
        what: `until the owner logs in after a restart in a browser that was used before, ${where}`,
        ...{ unit: 's', goal: { atMost: 60 } },
      };
      const seconds = async () => secondsToGetIn(await openLoginDoor(), addresses, owner, BROWSER);
      row.figure({ ...figure, value: await seconds() });
      const value = await without(['knownBrowsers'], seconds);
      row.counterProof({ ...figure, without: SEAMS.knownBrowsers, value });
    }
  });

  it('gains nothing by a browser of its own: it waits longer each time as any other', async () => {
    const { clock, knock } = await openLoginDoor();
    hashes.take();
    for (let guess = 0; guess < GUESSES; guess++) {
      await knock(`guess ${guess}`, guessers(250)[guess % 250] ?? '', 'admin', BROWSER);
      clock.advance(MINUTE_MS / GUESSES);
    }
    row.figure({
      what: 'hashes a minute for one stolen browser',
      value: hashes.take(),
      goal: { atMost: 10 },
    });
  });

  it('gains nothing by guessing at once: what is not known to be wrong yet counts as wrong', async () => {
    const hashesOf = async ({ knock }: LoginDoor) => {
      for (let guess = 0; guess < 4; guess++) await knock(`guess ${guess}`, '10.0.1.1');
      hashes.take();
      await Promise.all(Array.from({ length: 5 }, (_, guess) => knock(`at once ${guess}`, '10.0.1.1')));
      return hashes.take();
    };
    const what = 'hashes of five guesses at once, after four wrong ones';
    row.figure({ what, value: await hashesOf(await openLoginDoor()), goal: { exactly: 1 } });
    const value = await without(['hashesUnderWay'], async () => hashesOf(await openLoginDoor()));
    row.counterProof({ what, without: SEAMS.hashesUnderWay, value, goal: { exactly: 1 } });
  });

  it('is hashed once a minute with the same header', async () => {
    const hashesOf = async ({ knock }: LoginDoor) => {
      hashes.take();
      for (let time = 0; time < GUESSES; time++) await knock('a stale one', guessers(200)[time % 200] ?? '');
      return hashes.take();
    };
    const what = 'hashes of one wrong header, sent 1,000 times in a minute';
    row.figure({ what, value: await hashesOf(await openLoginDoor()), goal: { exactly: 1 } });
    const value = await without(['wrongHeaders'], async () => hashesOf(await openLoginDoor()));
    row.counterProof({ what, without: SEAMS.wrongHeaders, value, goal: { exactly: 1 } });
  });
});

const OF_ONE = 'hashes a minute for one address';
const IN_ALL = 'hashes a minute for fifty addresses';
const OWNER_REFUSED = 'logins of the owner refused, who is logged in somewhere';
const TO_GET_IN = 'until the owner logs in after a restart, while fifty addresses guess';
