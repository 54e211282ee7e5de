import type { SourceProblem } from '@heliograph/contract';
import { type DeviceFailure, FIRMWARES, type FirmwareName, NO_FAULTS } from '@heliograph/simulator';
import { createDice } from '@heliograph/testbed/dice.ts';
import { DEVICE_PASSWORD } from '@heliograph/testbed/gateway/served-device.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import type { Goal } from '../plan/goal.ts';
import { openRow } from '../plan/row.ts';
import { type FailingDevice, startFailingDevice } from '../tools/network/failing-device.ts';

/** F29: a device that fails says so on every page, shows nothing old as of now, and comes back by itself. */

const row = openRow('F29');
const ALL = Object.keys(FIRMWARES) as FirmwareName[];
const AWAY_S = 1;
const FAULT_S = row.scale(30, 75);
/** Where between two tries a fault ends is chance. */
const FAULT_MORE_S = 16;
const dice = createDice(row.seed);
/** Beyond this it does not come back. */
const PATIENCE_S = 200;
const OLD = { what: 'old values shown as those of now', goal: { exactly: 0 } } as const;

interface Fault {
  readonly problem: SourceProblem;
  /** `faultS`: until it ends. */
  readonly begin: (roof: FailingDevice, faultS: number) => void;
  readonly end: (roof: FailingDevice) => void;
}

/** It has started anew, and fails from then on. */
function failing(failure: DeviceFailure, problem: SourceProblem): Fault {
  return {
    problem,
    begin({ device }) {
      device.restart(AWAY_S);
      device.setFaults({ failure });
    },
    end: ({ device }) => device.setFaults(NO_FAULTS),
  };
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'asks for patience (429)': failing('too-many-requests', 'throttled'),
  'fails by itself (500)': failing('internal-error', 'fault'),
  'has a login page before it': failing('login-page', 'no-json'),
  'sends half its JSON': failing('cut-json', 'cut-json'),
  'sends elsewhere': failing('redirect', 'redirect'),
  'never ends': failing('endless-body', 'too-large'),
  'says nothing after a restart': failing('no-answer', 'timeout'),
  'falls silent with its socket open': {
    problem: 'timeout',
    begin: ({ device }) => device.setFaults({ failure: 'no-answer' }),
    end: ({ device }) => device.setFaults(NO_FAULTS),
  },
  'takes longer than anybody waits': {
    problem: 'timeout',
    begin({ device }) {
      device.restart(AWAY_S);
      device.setFaults({ answerDelayMs: 11_000 });
    },
    end: ({ device }) => device.setFaults(NO_FAULTS),
  },
  'is away': {
    problem: 'unreachable',
    begin: ({ device }, faultS) => device.restart(faultS),
    end: () => undefined,
  },
  'installs another version': {
    problem: 'unreachable',
    begin({ device }, faultS) {
      const isNewest = device.firmware() === FIRMWARES['v26.3.30'];
      device.update(isNewest ? 'v23.4.4' : 'v26.3.30', faultS);
    },
    end: () => undefined,
  },
};

/** In the short form each fault meets one version, and each version some fault. */
function versionsOf(index: number): readonly FirmwareName[] {
  return row.isNightly ? ALL : ALL.filter((_, place) => place === index % ALL.length);
}

interface Seen {
  /** Seconds until the state shows, in the list of the sources and in live data. */
  readonly shownAfterS: number;
  readonly problem: string | undefined;
  /** Seconds from the end of the fault, or of what it asked us to wait, until all inverters are live. */
  readonly liveAfterS: number;
  readonly oldValues: number;
}

async function untilLive(roof: FailingDevice): Promise<void> {
  for (let s = 0; s < PATIENCE_S && !(await isLive(roof)); s++) await roof.pass(1000);
  expect(await isLive(roof)).toBe(true);
}

async function isLive(roof: FailingDevice): Promise<boolean> {
  const { inverters, sources } = await roof.live();
  return sources?.[0]?.state === 'live' && inverters.every(({ answering }) => answering === true);
}

async function watch(roof: FailingDevice, { begin, end }: Fault): Promise<Seen> {
  let [shownAfterS, oldValues]: [number | undefined, number] = [undefined, 0];
  let problem: string | undefined;
  let restS = 0;
  const faultS = FAULT_S + Math.floor(dice() * FAULT_MORE_S);
  begin(roof, faultS);
  for (let s = 1; s <= faultS; s++) {
    await roof.pass(1000);
    oldValues += await roof.oldValues();
    const told = (await roof.live()).sources?.[0];
    const { state } = await roof.status();
    if (state === 'problem' && told?.state === state) {
      shownAfterS ??= s;
      problem = told.problem;
      restS = told.retry_after ?? 0;
    }
  }
  end(roof);
  let liveAfterS = -restS;
  for (let s = 0; s < PATIENCE_S && !(await isLive(roof)); s++) {
    await roof.pass(1000);
    oldValues += await roof.oldValues();
    liveAfterS += 1;
  }
  return { shownAfterS: shownAfterS ?? Number.NaN, problem, liveAfterS, oldValues };
}

async function start(firmware: FirmwareName): Promise<FailingDevice> {
  const roof = await startFailingDevice(firmware, row.seed);
  await untilLive(roof);
  return roof;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('a device', { timeout: row.scale(30_000, 600_000) }, () => {
  it.each(Object.entries(FAULTS).map(([name, fault], index) => ({ name, fault, index })))(
    'that $name says so, and comes back',
    async ({ name, fault, index }) => {
      const seen: Seen[] = [];
      for (const firmware of versionsOf(index)) {
        const one = await watch(await start(firmware), fault);
        expect(one.problem, firmware).toBe(fault.problem);
        seen.push(one);
      }
      const figure = (what: string, value: number, goal: Goal, unit = '') =>
        row.figure({ what: `${name}: ${what}`, value, goal, unit });
      figure(
        'its state shows after',
        Math.max(...seen.map(({ shownAfterS }) => shownAfterS)),
        { atMost: 15 },
        's',
      );
      figure(
        'it is live again after',
        Math.max(...seen.map(({ liveAfterS }) => liveAfterS)),
        { atMost: 16 },
        's',
      );
      figure(OLD.what, sum(seen.map(({ oldValues }) => oldValues)), OLD.goal);
    },
  );

  it('whose password was changed waits for its owner', async () => {
    const shownAfterS: number[] = [];
    let oldValues = 0;
    for (const firmware of row.isNightly ? ALL : (['2023-02', 'v26.3.30'] as const)) {
      const roof = await start(firmware);
      roof.device.changePassword('another password');
      let seenAfterS: number | undefined;
      for (let s = 1; s <= FAULT_S; s++) {
        await roof.pass(1000);
        oldValues += await roof.oldValues();
        if ((await roof.status()).password_right === false) seenAfterS ??= s;
      }
      shownAfterS.push(seenAfterS ?? Number.NaN);
      roof.device.restart(AWAY_S);
      await roof.pass(60_000);
      expect(await roof.status()).toMatchObject({ state: 'problem', problem: 'login' });
      oldValues += await roof.oldValues();
      await roof.savePassword('another password');
      await untilLive(roof);
      roof.device.changePassword('a third one');
      roof.device.restart(AWAY_S);
      await roof.pass(10_000);
      expect(await roof.status()).toMatchObject({ state: 'problem', problem: 'login' });
      roof.device.changePassword('another password'); // as the gateway has it: its owner saves it once more
      await roof.savePassword('another password');
      await untilLive(roof);
    }
    const about = (what: string) => `its password was changed: ${what}`;
    const value = Math.max(...shownAfterS);
    row.figure({ what: about('that shows after'), value, unit: 's', goal: { atMost: 15 } });
    row.figure({ what: about(OLD.what), value: oldValues, goal: OLD.goal });
  });

  it('is live though it is slow, says empty words, or another program takes its socket', async () => {
    let [oldValues, lostS] = [0, 0];
    for (const firmware of row.isNightly ? ALL : (['2023-02', 'v24.2.12'] as const)) {
      const roof = await start(firmware);
      const look = async () => {
        for (let s = 0; s < FAULT_S; s++) {
          await roof.pass(1000);
          oldValues += await roof.oldValues();
          if (!(await isLive(roof))) lostS += 1;
        }
      };
      roof.device.setFaults({ answerDelayMs: 1500 });
      await look();
      roof.device.setFaults({ ...NO_FAULTS, maxSockets: 1 });
      const rival = keepSocket(roof.devicePort);
      await look();
      expect(rival.count()).toBeLessThan(6);
      rival.stop();
      roof.device.setFaults({ ...NO_FAULTS, hasEmptyFrames: true });
      await look();
    }
    const about = (what: string) => `slow, without a socket, or with an empty one: ${what}`;
    row.figure({ what: about(OLD.what), value: oldValues, goal: OLD.goal });
    row.figure({ what: about('seconds without live values'), value: lostS, goal: { exactly: 0 } });
  });

  it('would show old values as those of now without a watch over its silence', async () => {
    const value = await without(['deviceSilence'], async () => {
      const roof = await start('2023-02');
      return (await watch(roof, FAULTS['falls silent with its socket open'] ?? failing('none', 'timeout')))
        .oldValues;
    });
    row.counterProof({ ...OLD, without: SEAMS.deviceSilence, value });
  });
});

/** Another program that wants the only socket, and opens it anew whenever it loses it. */
function keepSocket(port: number) {
  let [count, isStopped] = [0, false];
  let socket: WebSocket | undefined;
  function open(): void {
    if (isStopped) return;
    count += 1;
    const authorization = `Basic ${btoa(`admin:${DEVICE_PASSWORD}`)}`;
    socket = new WebSocket(`ws://127.0.0.1:${port}/livedata`, { headers: { authorization } });
    socket.on('error', () => undefined);
    socket.on('close', open);
  }
  const stop = () => {
    isStopped = true;
    socket?.terminate();
  };
  onTestFinished(stop);
  open();
  return { stop, count: () => count };
}
