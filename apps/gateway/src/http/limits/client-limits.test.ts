import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { TEST_HOST } from '@heliograph/testbed/gateway/platform.ts';
import { describe, expect, it } from 'vitest';
import {
  type ClientLimits,
  createClientLimits,
  type PlacedConnection,
  type SocketGuest,
} from './client-limits.ts';
import { limitsOf, SERVER_LIMITS, type ServerLimits } from './server-limits.ts';

function limitsWith(numbers: Partial<ServerLimits> = {}) {
  const clock = createVirtualClock();
  return { clock, limits: createClientLimits({ clock, host: TEST_HOST, numbers }) };
}

const HOME = '192.168.4.';
const OWN = '127.0.0.1';

describe('requests', () => {
  const FEW = { requestsPerSecond: 2, requestBurst: 4 };
  const refused = (limits: ClientLimits, address: string, count: number) =>
    Array.from({ length: count }, () => limits.waitToAskS(address)).filter((waitS) => waitS > 0).length;

  it('are counted for each address alone, and saved up to the burst', () => {
    const { clock, limits } = limitsWith(FEW);
    expect([refused(limits, 'a', 5), refused(limits, 'b', 3)]).toEqual([1, 0]);
    clock.advance(400);
    expect(refused(limits, 'a', 1)).toBe(1);
    clock.advance(100);
    expect(refused(limits, 'a', 2)).toBe(1);
    clock.advance(3_600_000);
    expect([refused(limits, 'a', 6), refused(limits, 'b', 6)]).toEqual([2, 2]);
  });

  it('have their whole burst, also where a second has no whole number of parts', () => {
    const { limits } = limitsWith({ requestsPerSecond: 60, requestBurst: 120 });
    expect([refused(limits, 'a', 120), refused(limits, 'a', 1)]).toEqual([0, 1]);
    expect(limits.waitToAskS('a')).toBe(1);
  });

  it('of a neighbour do not take those of another one, also where all have addresses of one network', () => {
    const { limits } = limitsWith(FEW);
    for (const noisy of ['fe80::1%eth0', '2001:db8:4::1']) refused(limits, noisy, 1_000);
    for (const quiet of ['fe80::2%eth0', '2001:db8:4::2']) expect(refused(limits, quiet, 4)).toBe(0);
  });

  it('of one distant address leave its network some, and those of all its addresses have an end', () => {
    const { limits } = limitsWith(FEW);
    refused(limits, '2001:db8:9::1', 1_000);
    expect(refused(limits, '2001:db8:9::2', 4)).toBe(0);
    const others = Array.from({ length: 100 }, (_, index) => refused(limits, `2001:db8:9::1:${index}`, 4));
    expect(others.filter((count) => count === 0)).toHaveLength(SERVER_LIMITS.networkShare - 2);
    expect(refused(limits, '2001:db8:a::1', 4)).toBe(0);
  });

  it('take no more memory for more addresses', () => {
    const { limits } = limitsWith({ requestsPerSecond: 1, requestBurst: 1 });
    const first = Array.from({ length: 1025 }, (_, index) => limits.waitToAskS(`a${index}`));
    expect(first.every((waitS) => waitS === 0)).toBe(true);
    expect([limits.waitToAskS('a1024'), limits.waitToAskS('a0')]).toEqual([1, 0]);
  });
});

describe('what is read', () => {
  it('waits for its turn in the order in which it came, and nobody books more than two seconds', () => {
    const { limits } = limitsWith({ readsPerSecond: 10, readBurst: 1 });
    const client = limits.clientOf('a');
    const waits = Array.from({ length: 30 }, () => limits.waitToReadMs(client));
    expect(waits.slice(0, 4).map(Math.round)).toEqual([0, 100, 200, 300]);
    expect(Math.max(...waits)).toBe(2_000);
    expect(limits.waitToReadMs(limits.clientOf('b'))).toBe(0);
  });

  it('of sockets is counted by frames and by bytes, for each and for all of an address', () => {
    const { limits } = limitsWith({
      framesPerSecond: 10,
      frameBurst: 10,
      frameBytesPerSecond: 100,
      frameByteBurst: 100,
    });
    const open = () => limits.frameCounter(limits.clientOf('a'));
    const first = open();
    expect([first(10, 0), Math.round(first(1, 0))]).toEqual([0, 100]);
    const second = open();
    expect([second(0, 100), Math.round(second(0, 50))]).toEqual([0, 500]);
    // Forty at once for all of the address: the first one took eleven.
    const others = Array.from({ length: 4 }, () => open()(10, 0));
    expect(others.map((waitMs) => waitMs > 0)).toEqual([false, false, true, true]);
  });
});

function connectionFrom(limits: ClientLimits, address: string, clock: { monotonicMs(): number }) {
  const connection = {
    client: limits.clientOf(address),
    canGive: true as boolean,
    isBusy: false as boolean,
    usedAtMs: clock.monotonicMs(),
    wasCut: false as boolean,
    cut() {
      connection.wasCut = true;
    },
  } satisfies PlacedConnection & { wasCut: boolean };
  return { connection, isIn: limits.connections.enter(connection) };
}

describe('connections', () => {
  function house(numbers: Partial<ServerLimits>) {
    const { clock, limits } = limitsWith(numbers);
    const come = (address: string) => connectionFrom(limits, address, clock);
    const crowd = (address: string, count: number) => Array.from({ length: count }, () => come(address));
    return { clock, limits, come, crowd };
  }
  const isIn = ({ isIn }: { isIn: boolean }) => isIn;

  it('of one address leave room for others, and all of them have an end', () => {
    const { limits, come, crowd } = house({ connectionsMax: 3, connectionsPerAddressMax: 2 });
    const [first] = crowd('a', 2);
    expect([isIn(come('a')), isIn(come('b'))]).toEqual([false, true]);
    if (first !== undefined) limits.connections.leave(first.connection);
    expect([isIn(come('b')), isIn(come('a'))]).toEqual([true, false]);
  });

  it('give way to who has fewer: the one used least, of who has most', () => {
    const { clock, come, crowd } = house({ connectionsMax: 8, connectionsPerAddressMax: 4 });
    const [small] = crowd('b', 2);
    const big = crowd('a', 4);
    for (const { connection } of big) connection.usedAtMs = clock.monotonicMs() + 10;
    const [, idlest] = big;
    if (idlest !== undefined) idlest.connection.usedAtMs = 0;
    expect(isIn(come('c'))).toBe(true); // it was full: two are reserved
    expect(big.map(({ connection }) => connection.wasCut)).toEqual([false, true, false, false]);
    expect(small?.connection.wasCut).toBe(false);
  });

  it('that are busy give way last, and those of sockets never', () => {
    const { clock, come, crowd } = house({ connectionsMax: 8, connectionsPerAddressMax: 6 });
    const big = crowd('a', 6);
    for (const [index, { connection }] of big.entries()) {
      connection.isBusy = index !== 3;
      connection.canGive = index !== 0;
      connection.usedAtMs = index === 3 ? clock.monotonicMs() + 100 : index;
    }
    for (let count = 0; count < 2; count++) expect(isIn(come(`b${count}`))).toBe(true);
    expect(big.map(({ connection }) => connection.wasCut)).toEqual([false, true, false, true, false, false]);
  });

  it('of many addresses with one each give way only when they are idle', () => {
    const { clock, come } = house({ connectionsMax: 4, connectionsPerAddressMax: 4 });
    const ones = ['a', 'b', 'c'].map(come);
    expect(isIn(come('d'))).toBe(false);
    clock.advance(SERVER_LIMITS.idleMinMs);
    expect(isIn(come('d'))).toBe(true);
    expect(ones.filter(({ connection }) => connection.wasCut)).toHaveLength(1);
    expect(isIn(come('d'))).toBe(false); // it has as many as the others
  });

  it('have places for this machine, and for where somebody has logged in', () => {
    const { limits, come } = house({ connectionsMax: 8, connectionsPerAddressMax: 8 });
    const strangers = Array.from({ length: 8 }, (_, index) => isIn(come(`a${index}`)));
    expect(strangers.filter((is) => is)).toHaveLength(6);
    limits.logins.noteLogin(limits.clientOf('b'));
    expect([isIn(come('c')), isIn(come('b')), isIn(come(OWN))]).toEqual([false, true, true]);
  });

  it('of one distant network leave room for others, whichever addresses it takes', () => {
    const { come } = house({ connectionsMax: 1_000, connectionsPerAddressMax: 128 });
    const many = Array.from({ length: 300 }, (_, index) => isIn(come(`2001:db8:9::${index.toString(16)}`)));
    expect(many.filter((is) => is)).toHaveLength(SERVER_LIMITS.connectionsPerNetworkMax);
    expect([isIn(come('2001:db8:a::1')), isIn(come(`${HOME}9`))]).toEqual([true, true]);
  });
});

describe('places for sockets', () => {
  const NUMBERS = {
    ...{ liveSocketsMax: 64, consoleSocketsMax: 16, socketsPerAddressMax: 8, socketsPerAdminAddressMax: 16 },
  };
  function open() {
    const { limits } = limitsWith(NUMBERS);
    const left: string[] = [];
    return {
      limits,
      left,
      /** Those that find a place. */
      come(
        address: string,
        count: number,
        guest: SocketGuest = 'visitor',
        name: 'console' | 'liveData' = 'console',
      ) {
        const client = limits.clientOf(address);
        const leaves: (() => void)[] = [];
        for (let index = 0; index < count && limits.sockets.hasRoom(name, client, guest); index++)
          leaves.push(limits.sockets.take(name, client, guest, () => left.push(address)));
        return leaves;
      },
    };
  }

  it('are a share for each address, more of them for the admin, and have an end', () => {
    const { come } = open();
    expect([come('a', 20, 'visitor', 'liveData').length, come('a', 20, 'admin', 'liveData').length]).toEqual([
      8, 16,
    ]);
    for (let index = 0; index < 20; index++) come(`b${index}`, 8, 'visitor', 'liveData');
    expect(come('c', 1, 'visitor', 'liveData')).toHaveLength(0);
    expect(come('c', 1, 'visitor', 'console')).toHaveLength(1);
  });

  it('are kept for the admin: strangers do not get all of them', () => {
    const { come, left } = open();
    expect([come('a', 20).length, come('b', 20).length, come('c', 1).length]).toEqual([8, 0, 0]);
    expect([come('admin', 8, 'admin').length, left]).toEqual([8, []]);
  });

  it('are taken from visitors where the admin finds none: from who has most of them', () => {
    const { come, left } = open();
    come('few', 2);
    come('many', 20);
    expect([come('admin', 8, 'admin').length, left]).toEqual([8, []]);
    expect([come('admin', 20, 'admin').length, left]).toEqual([
      8,
      ['many', 'many', 'many', 'many', 'many', 'few', 'many', 'few'],
    ]);
    expect(come('elsewhere', 1, 'admin')).toHaveLength(0);
  });

  it('that are given back can be taken again', () => {
    const { come } = open();
    for (const leave of come('a', 8)) leave();
    expect(come('b', 20)).toHaveLength(8);
  });

  it('of a distant network are no more than two of its addresses may have', () => {
    const { come } = open();
    const opened = ['1', '2', '3'].map((end) => come(`2001:db8:9::${end}`, 8, 'visitor', 'liveData').length);
    expect(opened).toEqual([8, 8, 0]);
    const near = ['1', '2', '3'].map((end) => come(`fe80::${end}`, 8, 'visitor', 'liveData').length);
    expect(near).toEqual([8, 8, 8]);
  });
});

describe('few handles of files', () => {
  it('leave fewer connections', () => {
    const connectionsOf = (openFilesMax: number) =>
      limitsOf({ openFilesMax: () => openFilesMax }).connectionsMax;
    expect([Number.POSITIVE_INFINITY, 1024, 128, 60].map(connectionsOf)).toEqual([256, 256, 72, 8]);
  });
});
