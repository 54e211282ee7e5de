import type { MeterProblem, RuleSettings } from '@heliograph/contract';
import {
  LIMITED_A as A,
  LIMITED_B as B,
  createLimitedPlant,
  type LimitedPlantOptions,
} from '@heliograph/testbed/gateway/limited-plant.ts';
import { describe, expect, it } from 'vitest';
import { limitLost, limitRead } from '../fleet/limit-state.ts';
import type { MeterReading } from './rule/decide.ts';
import { openRuleControl } from './rule-control.ts';

const RULE: RuleSettings = {
  ...{ armed: true, target: 'plant', meter_power: 0 },
  ...{ hysteresis: 20, margin: 20, safe_power: 200 },
};
const ADMIN = { way: 'http', by: 'admin' } as const;

/**
 * A house with two inverters of 800 W that give what they may, up to what the sun allows, and a meter that shows what the house takes
 * besides.
 */
async function house(rule: Partial<RuleSettings> = {}, options: LimitedPlantOptions = {}) {
  const plant = await createLimitedPlant(options);
  const { clock, fleet, control, deviceClock, log, disk, groups } = plant;
  let settings = { ...RULE, ...rule };
  let reading: MeterReading | undefined;
  let loadW = 600;
  let isMeterAlive = true;
  let meterProblem: MeterProblem | undefined;
  const silent = new Set<string>();
  const listeners = new Set<() => void>();
  const ruleControl = await openRuleControl({
    ...{ fleet, clock, deviceClock, log, groups, limits: control, directory: disk },
    meter: {
      reading: () => reading,
      onReading(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      problem: () => meterProblem,
    },
    rule: () => settings,
  });
  const powerW = () => fleet.inverters().reduce((sum, inverter) => sum + inverter.reading.powerW, 0);

  function live(seconds: number): void {
    for (let second = 0; second < seconds; second += 1) {
      clock.advance(1000);
      if (second % 5 === 0) {
        for (const { serial, limit } of fleet.inverters().filter((one) => !silent.has(one.serial))) {
          plant.measure(serial, Math.min(700, (limit.percent / 100) * 800));
        }
      }
      if (!isMeterAlive) continue;
      reading = { powerW: loadW - powerW(), atMs: clock.monotonicMs(), previousW: reading?.powerW };
      for (const listener of listeners) listener();
    }
  }

  return {
    ...plant,
    ...{ live, powerW, rule: ruleControl },
    arm: (armed: boolean) => {
      settings = { ...settings, armed };
    },
    setRule: (changed: Partial<RuleSettings>) => {
      settings = { ...settings, ...changed };
    },
    setLoad: (watts: number) => {
      loadW = watts;
    },
    setSilent: (serial: string, isSilent: boolean) => {
      if (isSilent) silent.add(serial);
      else silent.delete(serial);
    },
    setMeter: (isAlive: boolean, problem?: MeterProblem) => {
      isMeterAlive = isAlive;
      meterProblem = problem;
    },
    async stopAll() {
      await ruleControl.close();
      await plant.stop();
    },
  };
}

describe('the rule', () => {
  it('makes the inverters give what the house takes', async () => {
    const { live, powerW, setLoad, rule, holderOf } = await house();
    live(60);
    expect(Math.abs(powerW() - 600)).toBeLessThan(25);
    setLoad(1000);
    live(60);
    expect(Math.abs(powerW() - 1000)).toBeLessThan(25);
    expect(rule.state()).toMatchObject({ fail_safe: false, reason: 'within-hysteresis' });
    expect(holderOf(A)).toBe('rule');
  });

  it('says what it would do, and does nothing, while it is not armed', async () => {
    const { live, sent, rule, limitsW } = await house({ armed: false });
    live(60);
    expect(sent).toEqual([]);
    expect(limitsW(0)).toEqual([800, 800]);
    expect(rule.state()).toMatchObject({ armed: false, fail_safe: false, reason: 'fed-in-too-much' });
  });

  it('says what it would have done since it is as it is, while it is not armed', async () => {
    const { live, rule, arm, setMeter, setRule, deviceClock } = await house({ armed: false });
    expect(rule.watched()).toBeUndefined();
    const from = Math.floor(deviceClock.unixMs() / 1000);
    live(600);
    // The house takes 600 W of 1400 W.
    const seen = rule.watched();
    expect(seen).toMatchObject({ orders: 1, thrown_away: 0 });
    expect(seen?.from).toBeLessThan(from + 10);
    expect(seen?.hours).toBeCloseTo(590 / 3600, 1);
    expect(seen?.exported).toBeGreaterThan(120);
    expect(seen?.exported_with_rule).toBeLessThan(5);
    setMeter(false);
    live(600);
    expect(rule.watched()?.hours).toBe(seen?.hours);
    setMeter(true);
    setRule({ meter_power: -800 });
    live(60);
    // Another rule begins anew, and lets go what is fed in.
    expect(rule.watched()?.hours).toBeLessThan(0.03);
    expect(rule.watched()?.exported_with_rule).toBe(rule.watched()?.exported);
    arm(true);
    live(10);
    expect(rule.watched()).toBeUndefined();
  });

  it('does not say that it raises inverters whose cap is reached', async () => {
    const members = [A, B].map((serial) => ({ serial, min_power: 0, max_power: 0 }));
    const groups = [{ id: 'g1', name: 'All', cap: 400, members }];
    const { live, rule, powerW } = await house({}, { settings: { groups } });
    live(120);
    expect(powerW()).toBeLessThanOrEqual(400);
    expect(rule.state()).toMatchObject({ fail_safe: false, reason: 'capped' });
  });

  it('is for the inverters of its target', async () => {
    const { rule } = await house({ armed: false });
    expect(rule.plantOf('plant')).toEqual({ serials: [], maxPowerW: 1600, minW: 0 });
    expect(rule.plantOf(A)).toEqual({ serials: [A], maxPowerW: 800, minW: 0 });
    expect(rule.plantOf('nobody')).toBeUndefined();
  });

  it('lets a person have an inverter, and goes on with the other', async () => {
    const { live, control, powerW, limitsW } = await house();
    live(60);
    await control.claim({ target: A, watts: 100, ends: 'changed', seconds: 0 }, ADMIN);
    live(60);
    expect(limitsW(0)[0]).toBe(100);
    expect(Math.abs(powerW() - 600)).toBeLessThan(30);
    await control.release(A);
    live(120);
    expect(Math.abs(powerW() - 600)).toBeLessThan(30);
  });

  it('lets go when it is disarmed', async () => {
    const { live, limitsW, arm, permanentW } = await house();
    live(60);
    expect(permanentW()).toEqual([100, 100]);
    arm(false);
    live(60);
    expect(limitsW(0)).toEqual([800, 800]);
    expect(permanentW()).toEqual([800, 800]);
  });
});

it('may be armed while a person holds all inverters', async () => {
  const { live, control, rule } = await house({ armed: false });
  live(30);
  await control.claim({ target: 'plant', watts: 100, ends: 'changed', seconds: 0 }, ADMIN);
  live(10);
  expect(rule.obstacle()).toBeUndefined();
});

describe('disarming', () => {
  it('gives the permanent limits back at once also while a person holds, whose limit follows right behind', async () => {
    const { live, control, limitsW, arm, permanentW, sent } = await house();
    live(60);
    await control.claim({ target: 'plant', watts: 100, ends: 'changed', seconds: 0 }, ADMIN);
    live(30);
    const before = sent.length;
    arm(false);
    const secondsAbove = Array.from({ length: 60 }, () => {
      live(1);
      return Math.max(...limitsW(0)) > 100;
    }).filter(Boolean).length;
    expect(secondsAbove).toBeLessThanOrEqual(2);
    expect(permanentW()).toEqual([800, 800]);
    expect(sent.slice(before)).toEqual(['A 100% for good', 'B 100% for good', 'A 50 W', 'B 50 W']);
    await control.release('plant');
    live(60);
    expect(sent.filter((one) => one.endsWith('for good'))).toHaveLength(4);
  });

  it('gives them back also under a cap, and says of whom it is still owed', async () => {
    const members = [A, B].map((serial) => ({ serial, min_power: 0, max_power: 0 }));
    const groups = [{ id: 'g1', name: 'All', cap: 800, members }];
    const { live, limitsW, arm, permanentW, rule, setSilent, fleet } = await house(
      {},
      { settings: { groups } },
    );
    live(60);
    setSilent(B, true);
    fleet.update(B, () => ({ contact: 'lost' }));
    arm(false);
    live(60);
    expect(permanentW()).toEqual([800, 100]);
    expect(limitsW(0)[0]).toBeLessThan(800);
    expect(rule.state().owed).toEqual([B]);
    fleet.update(B, () => ({ contact: 'answers' }));
    setSilent(B, false);
    live(60);
    expect(permanentW()).toEqual([800, 800]);
    const [aW = 0, bW = 0] = limitsW(0);
    expect(aW + bW).toBeLessThanOrEqual(800);
    expect(rule.state().owed).toBeUndefined();
  });

  it('gives back the permanent limit of before, and not one that was to end by itself', async () => {
    const { live, order, arm, permanentW } = await house({ armed: false });
    order(A, { kind: 'limit', command: { value: 75, isRelative: true, isPersistent: true } }, ADMIN);
    live(30);
    order(A, { kind: 'limit', command: { value: 30, isRelative: true, isPersistent: false } }, ADMIN);
    live(30);
    arm(true);
    live(60);
    expect(permanentW()).toEqual([100, 100]);
    arm(false);
    live(60);
    expect(permanentW()).toEqual([600, 800]);
  });
});

describe('a limit that was to end by itself', () => {
  const forAWhile = { kind: 'limit', command: { value: 50, isRelative: true, isPersistent: false } } as const;

  it('does not become permanent by arming and disarming, and counts again after that', async () => {
    const { live, order, arm, permanentW, limitsW, sent } = await house({ armed: false });
    order(A, forAWhile, ADMIN);
    live(30);
    arm(true);
    live(60);
    expect(permanentW()).toEqual([100, 100]);
    arm(false);
    live(90);
    expect(permanentW()).toEqual([800, 800]);
    expect(limitsW(0)).toEqual([400, 800]);
    expect(sent.filter((one) => one.startsWith('A')).slice(-2)).toEqual(['A 100% for good', 'A 50%']);
  });

  it('does not either over a restart of the gateway, and what the inverter has woken with does', async () => {
    const first = await house({ armed: false });
    first.order(A, forAWhile, ADMIN);
    first.order(B, forAWhile, ADMIN);
    first.live(30);
    const { disk } = first;
    await first.stopAll();
    const { fleet, live, arm, permanentW } = await house({ armed: false }, { disk });
    const tell = (serial: string, percent: number) =>
      fleet.update(serial, ({ limit }, nowMs) => ({ limit: limitRead(limit, percent, nowMs) }));
    tell(A, 50);
    tell(B, 50);
    // B wakes with another permanent limit, which somebody has given it elsewhere.
    fleet.update(B, ({ limit }) => ({ limit: limitLost(limit) }));
    tell(B, 75);
    arm(true);
    live(60);
    arm(false);
    live(60);
    expect(permanentW()).toEqual([800, 600]);
  });
});

describe('a permanent order while the rule is armed', () => {
  it('is done, told beside the rule, and stays when that is disarmed', async () => {
    const { live, order, rule, arm, permanentW } = await house();
    live(60);
    expect([rule.guards(A), rule.state().overruled]).toEqual([true, undefined]);
    order(A, { kind: 'limit', command: { value: 75, isRelative: true, isPersistent: true } }, ADMIN);
    live(60);
    expect(permanentW()).toEqual([600, 100]);
    expect(rule.state().overruled).toEqual([A]);
    arm(false);
    live(60);
    expect(permanentW()).toEqual([600, 800]);
    expect([rule.guards(A), rule.state().overruled]).toEqual([false, undefined]);
  });
});

describe('the fail-safe', () => {
  it('begins with what is safe, and makes that permanent once', async () => {
    const { live, sent, permanentW, control, disk, stopAll } = await house();
    live(120);
    expect(sent.slice(0, 2)).toEqual(['A 100 W for good', 'B 100 W for good']);
    expect(permanentW()).toEqual([100, 100]);
    expect(sent.filter((order) => order.includes('%'))).toEqual([]); // nobody let go in between
    expect(control.state().inverters.map((one) => one.permanent_count)).toEqual([1, 1]);
    await stopAll();
    const again = await house({}, { disk });
    again.live(120);
    expect(again.sent.filter((order) => order.includes('for good'))).toEqual([]);
  });

  it('holds what is safe once the meter is dead, and gives it back when it lives', async () => {
    const { live, setMeter, powerW, rule } = await house();
    live(60);
    setMeter(false);
    live(rule.state().promise);
    expect(powerW()).toBeLessThanOrEqual(200);
    expect(rule.state()).toMatchObject({ fail_safe: true, reason: 'meter-stale' });
    setMeter(true);
    live(60);
    expect(Math.abs(powerW() - 600)).toBeLessThan(25);
    expect(rule.state().fail_safe).toBe(false);
  });

  it.each([16, 18, 25, 40, 90, 300])(
    'lets the rule take over soon after %d s without the meter',
    async (deadS) => {
      const { live, setMeter, powerW, rule } = await house();
      live(120);
      setMeter(false);
      live(deadS);
      expect(rule.state().fail_safe).toBe(true);
      setMeter(true);
      live(2);
      // The meter is not what it waits for any more, and it says what is.
      expect(rule.state().reason).not.toBe('meter-stale');
      live(28);
      expect(rule.state().fail_safe).toBe(false);
      live(60);
      expect(Math.abs(powerW() - 600)).toBeLessThan(25);
    },
  );

  it('says after a short silence of the meter for what it still holds what is safe', async () => {
    const { live, setMeter, rule } = await house();
    live(120);
    setMeter(false);
    live(18);
    setMeter(true);
    live(2);
    expect(rule.state()).toMatchObject({ fail_safe: true, reason: 'meter-older' });
  });

  it('is made permanent for those that answer at once, and for the others as soon as they do', async () => {
    const { live, setSilent, tellModel, arm, rule, permanentW, control } = await house(
      ...[
        { armed: false, safe_power: 299 },
        { isModelKnown: false, isHeard: false },
      ],
    );
    setSilent(B, true);
    tellModel([A]);
    live(60);
    expect(rule.state()).toMatchObject({ silent: [B] });
    expect(rule.state().owed).toBeUndefined();
    arm(true);
    live(30);
    // B may be one of 1500 W.
    expect(permanentW()).toEqual([104, 800]);
    expect(rule.state()).toMatchObject({ owed: [B] });
    setSilent(B, false);
    tellModel();
    live(60);
    expect(permanentW()).toEqual([104, 195]);
    expect(rule.state().owed).toBeUndefined();
    expect(control.state().inverters.map((one) => one.permanent_count)).toEqual([1, 1]);
  });

  it('is not made permanent anew for those that stay, unless they are too much together or another power is safe', async () => {
    const { live, set, setRule, control, permanentW } = await house();
    const counts = () => control.state().inverters.map((one) => one.permanent_count);
    live(60);
    const only = { ...{ id: 'g1', name: 'A', cap: 0 }, members: [{ serial: A, min_power: 0, max_power: 0 }] };
    set({ groups: [only] });
    setRule({ target: 'g1' });
    live(60);
    expect(counts()).toEqual([1, 1]);
    setRule({ target: 'plant' });
    live(60);
    expect(counts()).toEqual([1, 1]);
    setRule({ safe_power: 300 });
    live(60);
    expect([permanentW(), counts()]).toEqual([
      [150, 150],
      [2, 2],
    ]);
  });

  it('is split anew where nothing is left for one that comes later', async () => {
    const { live, set, setRule, permanentW } = await house({ armed: false });
    const only = { ...{ id: 'g1', name: 'A', cap: 0 }, members: [{ serial: A, min_power: 0, max_power: 0 }] };
    set({ groups: [only] });
    setRule({ armed: true, target: 'g1' });
    live(60);
    expect(permanentW()).toEqual([200, 800]);
    setRule({ target: 'plant' });
    live(60);
    expect(permanentW()).toEqual([100, 100]);
  });

  it('goes on after a start until every inverter was heard', async () => {
    const first = await house();
    first.live(60);
    const { disk } = first;
    await first.stopAll();
    const again = await house({}, { disk, isHeard: false });
    again.setSilent(B, true);
    again.live(30);
    expect(again.rule.state().fail_safe).toBe(true);
    expect(again.limitsW(0)[0]).toBe(100);
    again.setSilent(B, false);
    again.live(60);
    expect(again.rule.state().fail_safe).toBe(false);
    expect(Math.abs(again.powerW() - 600)).toBeLessThan(30);
  });

  it('does not wait for an inverter that is never heard', async () => {
    const { live, setSilent, rule, limitsW } = await house({}, { isHeard: false });
    setSilent(B, true);
    live(120);
    expect(rule.state().fail_safe).toBe(false);
    expect(limitsW(0)[0]).toBeGreaterThan(500);
  });

  it('is not made permanent anew while a start has not told yet what inverters can do', async () => {
    const first = await house();
    first.live(60);
    const { disk } = first;
    await first.stopAll();
    const again = await house({}, { disk, isModelKnown: false });
    again.live(30);
    expect(again.sent.slice(0, 2)).toEqual(['A 100 W', 'B 100 W']);
    expect(again.sent.filter((order) => order.includes('for good'))).toEqual([]);
    again.tellModel();
    again.live(60);
    expect(again.sent.filter((order) => order.includes('for good'))).toEqual([]);
  });

  it('does not raise what a person holds lower', async () => {
    const { live, setMeter, control, limitsW } = await house();
    live(60);
    await control.claim({ target: B, watts: 40, ends: 'changed', seconds: 0 }, ADMIN);
    setMeter(false);
    live(60);
    expect(limitsW(0)).toEqual([100, 40]);
  });

  it('comes before a person and a schedule that hold all inverters, and gives them back when the meter speaks again', async () => {
    const { live, setMeter, control, limitsW, rule, powerW } = await house();
    live(60);
    await control.claim({ target: 'plant', watts: 1400, ends: 'changed', seconds: 0 }, ADMIN);
    live(30);
    expect(rule.state()).toMatchObject({ reason: 'held-by-others', fail_safe: false });
    expect(limitsW(0)).toEqual([700, 700]);
    setMeter(false);
    live(54);
    expect(powerW()).toBeLessThanOrEqual(202);
    expect(rule.state().fail_safe).toBe(true);
    setMeter(true);
    live(60);
    expect(limitsW(0)).toEqual([700, 700]);
    expect(rule.state().fail_safe).toBe(false);
  });

  it('is tested for real also while a person holds all inverters', async () => {
    const { live, control, rule, powerW } = await house();
    live(60);
    await control.claim({ target: 'plant', watts: 1400, ends: 'changed', seconds: 0 }, ADMIN);
    live(30);
    rule.startTest();
    expect(rule.state().test).toMatchObject({ running: true });
    const powers = Array.from({ length: 54 }, () => {
      live(1);
      return powerW();
    });
    expect(rule.state().test?.seconds).toBeGreaterThan(0);
    expect(Math.min(...powers)).toBeLessThanOrEqual(202);
    expect(powerW()).toBe(1400);
  });

  it('lets go where the group that it was for is not there any more', async () => {
    const { live, set, setRule, limitsW, permanentW, control } = await house();
    set({ groups: [{ id: 'g1', name: 'A', cap: 0, members: [{ serial: A, min_power: 0, max_power: 0 }] }] });
    setRule({ target: 'g1', safe_power: 100 });
    live(120);
    expect(limitsW(0)[0]).toBeLessThan(700);
    set({ groups: [] });
    live(120);
    expect(control.state().held).toEqual([]);
    expect(limitsW(0)).toEqual([800, 800]);
    expect(permanentW()).toEqual([800, 800]);
  });

  it('begins with what is safe after a restart, until the meter was heard', async () => {
    const first = await house();
    first.live(60);
    const { disk } = first;
    await first.stopAll();
    const again = await house({}, { disk });
    again.setMeter(false);
    again.live(10);
    expect(again.sent).toEqual(['A 100 W', 'B 100 W']);
  });

  it('is tested for real, and says how long it took', async () => {
    const { live, rule, powerW } = await house();
    live(60);
    expect(rule.startTest()).toBe(true);
    expect(rule.state().test).toMatchObject({ running: true });
    live(40);
    const { test, promise } = rule.state();
    expect(test).toMatchObject({ running: false });
    expect(test?.seconds).toBeGreaterThan(0);
    expect(test?.seconds).toBeLessThan(promise);
    live(60);
    expect(Math.abs(powerW() - 600)).toBeLessThan(25);
  });

  it('tells nothing of a test that was cancelled, but what came of the one before', async () => {
    const { live, rule } = await house();
    live(60);
    expect(rule.cancelTest()).toBe(false);
    rule.startTest();
    expect(rule.cancelTest()).toBe(true);
    expect(rule.state().test).toBeUndefined();
    live(60);
    expect(rule.state()).toMatchObject({ fail_safe: false });
    expect(rule.state().test).toBeUndefined();
    rule.startTest();
    live(40);
    const first = rule.state().test;
    expect(first).toMatchObject({ running: false, seconds: expect.any(Number) });
    rule.startTest();
    expect(rule.state().test).toMatchObject({ running: true });
    rule.cancelTest();
    expect(rule.state().test).toEqual(first);
  });

  it('is tested no more once the rule is disarmed', async () => {
    const { live, rule, arm } = await house();
    live(60);
    rule.startTest();
    arm(false);
    live(300);
    expect(rule.state().test).toBeUndefined();
    expect(rule.state().reason).not.toBe('meter-stale');
  });

  it('tells that a test has failed where the inverters do not come down', async () => {
    const { live, rule, setSilent, measure } = await house();
    live(60);
    setSilent(A, true);
    rule.startTest();
    const { promise } = rule.state();
    for (let second = 0; second < 2 * promise + 5; second += 5) {
      measure(A, 700);
      live(5);
    }
    expect(rule.state().test).toEqual({ at: expect.any(Number), running: false });
  });

  it('is not tested while nothing is armed', async () => {
    const { rule } = await house({ armed: false });
    expect(rule.startTest()).toBe(false);
    expect(rule.state().test).toBeUndefined();
  });
});

describe('what it would do', () => {
  it('is nothing while somebody else holds all, which is not to be taken for silence', async () => {
    const { live, rule, control, fleet } = await house({ armed: false });
    live(5);
    await control.claim({ target: 'plant', watts: 200, ends: 'changed', seconds: 0 }, ADMIN);
    live(5);
    expect(rule.state().reason).toBe('held-by-others');
    for (const { serial } of fleet.inverters()) fleet.update(serial, () => ({ contact: 'lost' }));
    live(5);
    expect(rule.state().reason).toBe('no-inverter');
  });
});

describe('arming', () => {
  it('raises nobody by what the inverters gave before their permanent orders', async () => {
    const { live, arm, setLoad, limitsW, sent, rule, powerW } = await house({ armed: false });
    setLoad(500);
    live(60);
    arm(true);
    live(1);
    expect(rule.state().fail_safe).toBe(true);
    expect(sent).toEqual(['A 100 W for good', 'B 100 W for good']);
    const sums = Array.from({ length: 60 }, () => {
      live(1);
      return limitsW(0).reduce((sum, watts) => sum + watts, 0);
    });
    // From both at full to what is safe, and from there to what the house takes.
    expect(Math.max(...sums.slice(5))).toBeLessThanOrEqual(510);
    expect(Math.abs(powerW() - 500)).toBeLessThan(25);
  });

  it('needs a meter that tells something, and an inverter that answers', async () => {
    const { live, rule, setMeter, fleet, arm } = await house({ armed: false });
    const expectObstacle = (obstacle: string | undefined) =>
      expect([rule.obstacle(), rule.state().obstacle]).toEqual([obstacle, obstacle]);
    setMeter(false, 'none');
    expectObstacle('no-meter');
    setMeter(true);
    expectObstacle('meter-silent');
    live(5);
    expectObstacle(undefined);
    for (const { serial } of fleet.inverters()) fleet.update(serial, () => ({ contact: 'lost' }));
    expectObstacle('no-answer');
    setMeter(false);
    live(20);
    expectObstacle('meter-silent');
    arm(true);
    expect(rule.state().obstacle).toBeUndefined();
  });

  it('needs an inverter that the rule is for', async () => {
    const { live, rule } = await house({ armed: false, target: '114199999999' });
    live(5);
    expect(rule.state().obstacle).toBe('no-inverter');
  });
});
