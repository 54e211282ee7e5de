import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_ADMIN_PASSWORD, ENDPOINTS, type PostName, RESULT_CODES } from '@heliograph/contract';
import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { HUGE_JSON, mutatedJson } from '../tools/input/mutate-json.ts';
import { passwordAfter } from '../tools/input/password-after.ts';
import { GUESSED_AT, openPostTarget, type PostTarget } from '../tools/input/post-target.ts';
import { outsideOfRanges, type RangedAnswer } from '../tools/input/settings-ranges.ts';

/**
 * Source: docs/reference/original-device.md#json-that-the-device-takes, #answers-to-a-post, #checks-of-a-post, #limit,
 * #power, #inverter-settings, #network, #time, #mqtt-settings, #device-settings-and-pins, #security, #system-status and
 * #configuration-files.
 */

const row = openRow('B1');
const POSTS = Object.keys(POST_CASES) as PostName[];
const CODES: readonly unknown[] = Object.values(RESULT_CODES).map(({ code }) => code);
/** Larger bodies are not read. */
const BODY_MAX_BYTES = 65_536;

/** Where what a POST has set can be read again. */
const SHOWN_BY: { readonly [N in PostName]?: RangedAnswer } = {
  ...{ addInverter: 'getInverterList', editInverter: 'getInverterList', deleteInverter: 'getInverterList' },
  ...{ setNetworkConfig: 'getNetworkConfig', setNtpConfig: 'getNtpConfig', setMqttConfig: 'getMqttConfig' },
  ...{ setDtuConfig: 'getDtuConfig', setDeviceConfig: 'getDeviceConfig', setTime: 'getTime' },
  setSecurityConfig: 'getSecurityConfig',
};

/** What came of the mutated values of one route. */
interface Outcome {
  sent: number;
  accepted: number;
  readonly codes: Set<unknown>;
  /** Answers that are no answer of ours: an error of the server, no JSON, a code that no catalogue has. */
  readonly badAnswers: string[];
  /** Refusals after which the memory or the disk is another one. */
  readonly changedByRefusal: string[];
  /** What was accepted and lies outside of the ranges of the product, or is not known to it. */
  readonly outside: string[];
}

/** Each route gets these, however few the others are. */
const HUGE = HUGE_JSON.map((huge): [string] => [`{"serial":${huge}}`]);

const newOutcome = (): Outcome => ({
  ...{ sent: 0, accepted: 0, codes: new Set(), badAnswers: [], changedByRefusal: [], outside: [] },
});

async function sendMutated(name: PostName, count: number): Promise<Outcome> {
  const outcome = newOutcome();
  let target = await openPostTarget();
  let password: string = DEFAULT_ADMIN_PASSWORD;

  async function sendOne(data: string): Promise<void> {
    await target.passTime();
    const before = stateOf(target);
    const { status, text } = await target.call(name, password, data);
    const { code, type } = parsed(text);
    outcome.sent += 1;
    outcome.codes.add(code);
    if (!isOurs(name, data, status, code)) outcome.badAnswers.push(`${status} ${text} to ${data}`);
    if (type !== 'success') {
      const isSame = isDeepStrictEqual(stateOf(target), before);
      if (!isSame) outcome.changedByRefusal.push(`${text} to ${data}`);
      return;
    }
    outcome.accepted += 1;
    if (name === 'setSecurityConfig' || name === 'setOwnPassword') {
      password = passwordAfter(data, password, name);
    }
    outcome.outside.push(...(await outsideIn(name, target, password)).map((what) => `${what} by ${data}`));
    if (name !== 'deleteConfig' && name !== 'deleteAllFiles') return;
    await target.close(); // after a reset nothing is saved any more
    target = await openPostTarget();
  }

  try {
    const property = fc.asyncProperty(mutatedJson(POST_CASES[name].good), sendOne);
    await fc.assert(property, { seed: row.seed, numRuns: count, examples: HUGE, endOnFailure: true });
    if (!isDeepStrictEqual(await target.settingsOnDisk(), target.settings())) {
      outcome.outside.push('the disk has other settings than the memory');
    }
    outcome.badAnswers.push(...target.logLines.filter((line) => / error |\n/.test(line)));
  } finally {
    await target.close();
  }
  return outcome;
}

function stateOf(target: PostTarget) {
  return { settings: target.settings(), steps: target.diskSteps(), restarts: target.restarts() };
}

/** What is too large for any body is refused before it is read. */
function isOurs(name: PostName, data: string, status: number, code: unknown): boolean {
  if (status === 429 && GUESSED_AT.includes(name)) return true;
  return data.length > BODY_MAX_BYTES
    ? status === 413 || status === 0
    : status === 200 && CODES.includes(code);
}

function parsed(text: string): { readonly code?: unknown; readonly type?: unknown } {
  try {
    return JSON.parse(text);
  } catch {
    return { code: 'no JSON' };
  }
}

async function outsideIn(name: PostName, target: PostTarget, password: string): Promise<readonly string[]> {
  const shownBy = SHOWN_BY[name];
  if (shownBy === undefined) return [];
  await target.passTime();
  const { status, text } = await target.call(shownBy, password);
  return status === 200 ? outsideOfRanges(shownBy, JSON.parse(text)) : [`${shownBy} ${status}`];
}

const first = (list: readonly string[]) => list.slice(0, 3).map((text) => text.slice(0, 500));

describe('mutated values', { timeout: row.scale(120_000, 900_000) }, () => {
  it('are answered from the catalogue, change nothing when refused, and lie within the ranges when not', async () => {
    const count = row.scale(30, 5000);
    const all = newOutcome();
    for (const name of POSTS) {
      const outcome = await sendMutated(name, count);
      for (const code of outcome.codes) all.codes.add(code);
      all.sent += outcome.sent;
      all.accepted += outcome.accepted;
      for (const kind of ['badAnswers', 'changedByRefusal', 'outside'] as const) {
        expect.soft(first(outcome[kind]), `${name}: ${kind}`).toEqual([]);
        all[kind].push(...outcome[kind]);
      }
    }
    const posts = Object.entries(ENDPOINTS).filter(([, { method }]) => method === 'POST');
    row.figure({ what: 'mutated values sent', value: all.sent, goal: { exactly: count * posts.length } });
    row.figure({ what: 'answers that are none of ours', value: all.badAnswers.length, goal: { exactly: 0 } });
    row.figure({
      ...{ what: 'refusals that changed something', value: all.changedByRefusal.length },
      goal: { exactly: 0 },
    });
    row.figure({
      ...{ what: 'accepted values outside of their ranges', value: all.outside.length },
      goal: { exactly: 0 },
    });
    row.figure({ what: 'values accepted', value: all.accepted, goal: { atLeast: all.sent / 20 } });
    row.figure({ what: 'different codes answered', value: all.codes.size, goal: { atLeast: 30 } });
    expect(POSTS.toSorted()).toEqual(posts.map(([name]) => name).toSorted());
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it.each([
    ['accepted values outside of their ranges', 'outside', ['bodySchemas', 'diskSchemas']],
    ['answers that are none of ours', 'badAnswers', ['bodyBounds']],
  ] as const)('would be missed: %s', async (what, kind, seams) => {
    const value = (await without(seams, () => sendMutated('setDtuConfig', 60)))[kind].length;
    const guard = seams.map((seam) => SEAMS[seam]).join(' and ');
    row.counterProof({ what, without: guard, value, goal: { exactly: 0 } });
  });
});
