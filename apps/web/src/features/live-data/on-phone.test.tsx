import { act } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { wireInverter, wireMessage, wireValue, wireWithoutReading } from '../../../test/live-messages.ts';
import { renderPart } from '../../../test/render-part.tsx';
import { jsonResponse } from '../../../test/test-services.ts';
import { OnPhone } from './on-phone.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
});

const title = () => document.title.replace(/\s/g, ' ');
const PLAIN = 'Live view · Heliograph';

interface Opened {
  readonly findings?: readonly object[];
  readonly locale?: 'en' | 'de';
}

/** This part alone, and its link open. */
async function open({ findings = [], locale = 'en' }: Opened = {}) {
  document.title = PLAIN;
  const app = await renderPart(<OnPhone />, {
    locale,
    fetch: async (path) =>
      path.includes('findings')
        ? jsonResponse({ findings, strings: [], has_judged: true })
        : jsonResponse({ message: 'not in this test' }, 500),
  });
  await act(async () => app.liveLink.start());
  await app.advance(2000);
  await act(async () => app.sockets.last.opens());
  const say = (powerW: number, inverter = wireInverter()) => {
    const message = wireMessage([inverter]);
    Object.assign(message.total as object, { Power: wireValue(powerW, 'W', 1) });
    return act(async () => app.sockets.last.says(message));
  };
  return { ...app, say };
}

describe('the title of the live view', () => {
  it('has the power of now, which it follows every ten seconds and no oftener', async () => {
    const { say, advance } = await open();
    expect(title()).toBe(PLAIN);
    await say(1234.4);
    expect(title()).toBe('1,234 W · Heliograph');
    await advance(5000);
    await say(1300);
    expect(title()).toBe('1,234 W · Heliograph');
    await advance(5000);
    await say(1350);
    expect(title()).toBe('1,350 W · Heliograph');
  });

  it('has none as soon as the values are out of date, and the newest when they are not any more', async () => {
    const { say, advance, sockets } = await open();
    await say(500);
    await act(async () => sockets.last.breaks());
    await advance(20_000);
    expect(title()).toBe(PLAIN);
    while (sockets.last.isClosed) await advance(500);
    await act(async () => sockets.last.opens());
    await say(600);
    expect(title()).toBe('600 W · Heliograph');
  });

  it('has none before anything was measured, and none on a page that the browser has stopped', async () => {
    const { say } = await open();
    await say(0, wireWithoutReading({ answering: false }));
    expect(title()).toBe(PLAIN);
    await say(700);
    expect(title()).toBe('700 W · Heliograph');
    document.dispatchEvent(new Event('freeze'));
    expect(title()).toBe(PLAIN);
    await say(710);
    expect(title()).toBe('710 W · Heliograph');
  });

  it('is in the language of the page', async () => {
    const { say } = await open({ locale: 'de' });
    await say(1234.4);
    expect(title()).toBe('1.234 W · Heliograph');
  });
});

describe('the number at the icon of the app', () => {
  const finding = (state: string, sureness = 'likely') => ({
    ...{ id: state, serial: '114172220143', name: '', kind: 'dead', state, since: 1_782_034_080, sureness },
  });

  function installed(isInstalled: boolean): unknown[] {
    const told: unknown[] = [];
    const tell = async (count?: number) => void told.push(count ?? 'cleared');
    Object.assign(navigator, { setAppBadge: tell, clearAppBadge: () => tell() });
    vi.stubGlobal('matchMedia', () => ({ matches: isInstalled }));
    return told;
  }

  it('is that of the open findings, and goes with the last of them', async () => {
    const told = installed(true);
    const findings = [finding('open'), finding('open', 'sure'), finding('open', 'possible')];
    await open({ findings: [...findings, finding('known'), finding('over')] });
    expect(told).toEqual([2]);
    await open({ findings: [finding('known')] });
    expect(told).toEqual([2, 'cleared']);
  });

  it('is not asked for where there is no such icon', async () => {
    const told = installed(false);
    await open({ findings: [finding('open')] });
    expect(told).toEqual([]);
  });
});
