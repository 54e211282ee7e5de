import { describe, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { type LoginDoor, openLoginDoor, RIGHT_PASSWORD } from './login-door.ts';

const REQUESTS = 'requests of a quiet neighbour refused, of 100';
const LOGINS = 'right passwords of the owner refused, of 10';
const NOTHING = { exactly: 0 } as const;

/** A noisy machine, and a quiet one of the same network. */
const PAIRS = [
  ['on one link', 'fe80::bad%eth0', 'fe80::900d%eth0'],
  ['in one home', '2001:db8:4::bad', '2001:db8:4::900d'],
  ['far away', '2001:db8:5::bad', '2001:db8:5::900d'],
] as const;

/** In ten seconds a machine sends a thousand requests a second, and its neighbour ten. */
function refusedRequests({ clock, limits }: LoginDoor, noisy: string, quiet: string): number {
  let refused = 0;
  for (let tick = 0; tick < 100; tick++) {
    for (let count = 0; count < 100; count++) limits.waitToAskS(noisy);
    if (limits.waitToAskS(quiet) > 0) refused += 1;
    clock.advance(100);
  }
  return refused;
}

/** Somebody guesses each second; after half a minute, a minute and so on up to five the owner comes for the first time. */
async function refusedLogins(guesser: string, owner: string): Promise<number> {
  let refused = 0;
  for (let half = 1; half <= 10; half++) {
    const { clock, knock } = await openLoginDoor();
    for (let second = 0; second < half * 30; second++) {
      await knock(`guess ${second}`, guesser);
      clock.advance(1_000);
    }
    if ((await knock(RIGHT_PASSWORD, owner)) !== 'known') refused += 1;
  }
  return refused;
}

describe('neighbours in one IPv6 network (A12)', { timeout: 120_000 }, () => {
  const row = openRow('A12');

  it.each(PAIRS)('%s have nothing to fear from each other', async (where, noisy, quiet) => {
    const figures = async () => [
      {
        what: `${REQUESTS}, ${where}`,
        value: refusedRequests(await openLoginDoor(), noisy, quiet),
        goal: NOTHING,
      },
      { what: `${LOGINS}, ${where}`, value: await refusedLogins(noisy, quiet), goal: NOTHING },
    ];
    for (const figure of await figures()) row.figure(figure);
    for (const figure of await without(['wholeAddress'], figures))
      row.counterProof({ ...figure, without: SEAMS.wholeAddress });
  });
});
