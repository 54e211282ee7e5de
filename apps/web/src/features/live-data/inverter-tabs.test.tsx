// @vitest-environment happy-dom

import { screen, within } from '@testing-library/react';
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
});
