// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { wireInverter, wireMessage } from '../../../test/live-messages.ts';
import { barn, shed } from '../../../test/live-view.ts';
import { readable, renderApp } from '../../../test/render-app.tsx';

describe('tabs', () => {
  it('are absent with exactly one inverter', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter()]));
    expect(screen.queryAllByRole('tab')).toEqual([]);
  });

  it('say state, name and power of each', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), barn, shed]));
    expect(screen.getAllByRole('tab').map(readable)).toEqual([
      'Garage247.1 WProducing',
      'Barn247.1 WNot producing',
      'Shed247.1 WUnreachable',
    ]);
    const icons = screen
      .getAllByRole('tab')
      .map((tab) => tab.querySelector('[data-state]')?.getAttribute('data-state'));
    expect(icons).toEqual(['producing', 'idle', 'unreachable']);
  });

  it('are named by inverter and state, so that a changing power is not read out', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), barn]));
    expect(screen.getByRole('tab', { name: 'Garage Producing' })).toBeDefined();
    expect(screen.getByRole('tabpanel', { name: 'Garage Producing' })).toBeDefined();
    expect(screen.getByRole('article', { name: 'Phase 1' })).toBeDefined();
  });

  it('are one tab stop; arrows, Home and End move and show', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), barn, shed]));
    const tabs = screen.getAllByRole('tab');
    expect(tabs.map((tab) => tab.tabIndex)).toEqual([0, -1, -1]);
    await app.doing(() => tabs[0]?.focus());
    for (const [key, name] of [
      ['{ArrowRight}', 'Barn'],
      ['{ArrowDown}', 'Shed'],
      ['{ArrowRight}', 'Garage'],
      ['{ArrowLeft}', 'Shed'],
      ['{Home}', 'Garage'],
      ['{End}', 'Shed'],
    ] as const) {
      await app.user.keyboard(key);
      expect(readable(document.activeElement)).toContain(name);
      expect(screen.getByRole('tab', { selected: true })).toBe(document.activeElement);
      expect(within(screen.getByRole('tabpanel')).getByRole('heading', { name, level: 2 })).toBeDefined();
    }
  });

  it('keep the choice when new data comes, also in another order, and fall back when it is gone', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), barn, shed]));
    await app.user.click(screen.getByRole('tab', { name: /Barn/ }));
    await app.push(wireMessage([shed, barn, wireInverter()]));
    expect(readable(screen.getByRole('tab', { selected: true }))).toContain('Barn');
    await app.push(wireMessage([shed, wireInverter()]));
    expect(readable(screen.getByRole('tab', { selected: true }))).toContain('Shed');
  });

  it('tell two inverters with the same serial apart', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), wireInverter({ name: 'Twin' })]));
    await app.user.click(screen.getByRole('tab', { name: /Twin/ }));
    expect(within(screen.getByRole('tabpanel')).getByRole('heading', { name: 'Twin' })).toBeDefined();
  });

  const address = () => window.location.pathname + window.location.search;
  const selected = () => readable(screen.getByRole('tab', { selected: true }).querySelector('[title]'));
  const goBack = async (app: Awaited<ReturnType<typeof renderApp>>) => {
    await app.doing(() => window.history.back());
    await waitFor(() => undefined);
  };

  it('put the choice into the address, which says it again after a reload', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), barn, shed]));
    expect(address()).toBe('/');
    await app.user.click(screen.getByRole('tab', { name: /Barn/ }));
    expect(address()).toBe('/?inverter=116180400144');
    const again = await renderApp({ path: address() });
    await again.push(wireMessage([wireInverter(), barn, shed]));
    expect(selected()).toBe('Barn');
  });

  it('leave one entry to go back to for each press, and none for each arrow key', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), barn, shed]));
    const before = window.history.length;
    await app.user.click(screen.getByRole('tab', { name: /Barn/ }));
    await app.user.click(screen.getByRole('tab', { name: /Barn/ }));
    expect(window.history.length).toBe(before + 1);
    await app.user.keyboard('{ArrowRight}');
    expect([selected(), window.history.length]).toEqual(['Shed', before + 1]);
    await goBack(app);
    await waitFor(() => expect([selected(), address()]).toEqual(['Garage', '/']));
  });

  it.each([[[wireInverter(), barn]], [[wireInverter()]]])(
    'say so when the address asks for an inverter that is not there, and show the first one',
    async (inverters) => {
      const app = await renderApp({ path: '/?inverter=999%3Cb%3E' });
      await app.push(wireMessage(inverters));
      expect(screen.getByText(/no inverter with the serial number 999<b>/)).toBeDefined();
      expect(screen.getByRole('heading', { name: 'Garage', level: 2 })).toBeDefined();
    },
  );

  it('are taken to the login and back', async () => {
    const app = await renderApp({ path: '/?inverter=116180400144' });
    await app.push(wireMessage([wireInverter(), barn]));
    const reason = screen.getByText(/to set the limit/);
    expect(within(reason).getByRole('link').getAttribute('href')).toBe(
      '/login?returnUrl=%2F%3Finverter%3D116180400144',
    );
  });

  it('become a list, and stay one tab stop, when there are more than ten', async () => {
    const app = await renderApp();
    const many = Array.from({ length: 11 }, (_, index) =>
      wireInverter({ serial: `1141800000${10 + index}`, name: `Roof ${index}` }),
    );
    await app.push(wireMessage(many.slice(1)));
    expect(screen.getByRole('tablist').hasAttribute('aria-orientation')).toBe(false);
    await app.push(wireMessage(many));
    expect(screen.getByRole('tablist').getAttribute('aria-orientation')).toBe('vertical');
    expect(screen.getAllByRole('tab').filter((tab) => tab.tabIndex === 0)).toHaveLength(1);
  });
});
