// @vitest-environment happy-dom
import { getDeviceInfo } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { createTestServices, jsonResponse } from '../../../test/test-services.ts';
import { getZones } from './zones.ts';

/** Contact with a gateway that can be taken away, and how often it was asked. */
function openContact() {
  const world = { status: 200, isThere: true, requests: [] as string[] };
  const { services, clock } = createTestServices({
    fetch: async (path) => {
      world.requests.push(path);
      if (!world.isThere) throw new TypeError('gone');
      return jsonResponse({}, world.status);
    },
  });
  const { contact, call, session } = services;
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    world,
    contact,
    call,
    session,
    clock,
    settle,
    phase: () => contact.snapshot().phase,
    async pass(ms: number) {
      for (let passedMs = 0; passedMs < ms; passedMs += 500) {
        clock.advance(500);
        await settle();
      }
    },
  };
}

describe('contact with the gateway', () => {
  it('asks at once when somebody wants to know, and then only where nothing else asks', async () => {
    const { world, contact, call, phase, pass } = openContact();
    expect(phase()).toBe('connecting');
    contact.watch();
    await pass(500);
    expect([phase(), world.requests.length]).toEqual(['connected', 1]);
    for (let round = 0; round < 6; round++) {
      await pass(10_000);
      await call(getDeviceInfo);
    }
    expect(world.requests.filter((path) => path !== getDeviceInfo.path)).toHaveLength(1);
    await pass(30_000);
    expect(world.requests.filter((path) => path !== getDeviceInfo.path)).toHaveLength(3);
  });

  it('is lost within 20 s, tells since when, and comes back by itself', async () => {
    const { world, contact, clock, phase, pass } = openContact();
    contact.watch();
    await pass(500);
    world.isThere = false;
    const phases = new Set<string>();
    contact.subscribe(() => phases.add(phase()));
    await pass(20_000);
    expect([...phases]).toEqual(['reconnecting', 'offline']);
    const { heardAtMs, lostAtMs = 0 } = contact.snapshot();
    expect(heardAtMs).toBeLessThan(1000);
    expect(lostAtMs - heardAtMs).toBeLessThan(15_000);
    world.isThere = true;
    await pass(5000);
    expect(contact.snapshot()).toMatchObject({ phase: 'connected', lostAtMs: undefined });
    expect(clock.elapsedMs() - contact.snapshot().heardAtMs).toBeLessThan(5000);
  });

  it('learns nothing from a file that does not come, or comes', async () => {
    const { world, contact, call, phase, pass } = openContact();
    contact.watch();
    await pass(500);
    world.isThere = false;
    expect(await call(getZones)).toEqual({ kind: 'unreachable' });
    expect(await call(getZones)).toEqual({ kind: 'unreachable' });
    expect(phase()).toBe('connected');
    await call(getDeviceInfo);
    expect(phase()).toBe('reconnecting');
    world.isThere = true;
    await call(getZones);
    expect(phase()).toBe('reconnecting');
    await call(getDeviceInfo);
    expect(phase()).toBe('connected');
  });

  it('takes a refusal for an answer, but not what a proxy says in place of the gateway', async () => {
    const { world, contact, phase, session, pass } = openContact();
    world.status = 401;
    contact.watch();
    await pass(500);
    expect(phase()).toBe('connected');
    expect(session.takeExpiry()).toBeUndefined(); // nobody is led to the login by it
    world.status = 502;
    await pass(20_000);
    expect(phase()).toBe('offline');
  });

  it('does not take one of many questions for a loss when another was answered since', async () => {
    const { contact, phase, clock } = openContact();
    contact.heard();
    const askedAtMs = clock.elapsedMs();
    clock.advance(10_000);
    contact.heard();
    contact.missed(askedAtMs);
    expect(phase()).toBe('connected');
  });

  it('takes several questions without an answer at once for one trouble', async () => {
    const { contact, phase, clock } = openContact();
    contact.heard();
    clock.advance(1000);
    const askedAtMs = clock.elapsedMs();
    clock.advance(1000);
    contact.missed(askedAtMs);
    contact.missed(askedAtMs);
    expect(phase()).toBe('reconnecting');
  });

  it('knows nothing after a sleep until the gateway has answered anew', async () => {
    const { contact, clock, phase, pass, settle } = openContact();
    contact.watch();
    await pass(500);
    clock.sleep(3_600_000);
    contact.wake();
    expect(phase()).toBe('reconnecting');
    await settle();
    expect(phase()).toBe('connected');
  });

  it('asks nothing when nobody watches', async () => {
    const { world, contact, pass } = openContact();
    contact.watch()();
    await pass(60_000);
    expect(world.requests).toEqual([]);
  });
});
