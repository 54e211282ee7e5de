import type { SettingKey } from './setting-key.ts';

/** Pins that are numbers: those of a generic board, where -1 is unused. */
function pins(of: string, numbers: Readonly<Record<string, number>>, since?: number): readonly SettingKey[] {
  return Object.entries(numbers).map(([pin, first]) => ({
    ...{ key: `curPin.${of}.${pin}`, kind: 'number', first },
    ...(since === undefined ? {} : { since }),
  }));
}

/**
 * Pin profile, pins in use, display and lights. Source: docs/reference/original-device.md#device-settings-and-pins and
 * docs/reference/api-generations.md#pins-and-display.
 */
export const DEVICE_KEYS: readonly SettingKey[] = [
  { key: 'curPin.name', kind: 'text' },
  ...pins('nrf24', { clk: 18, cs: 5, en: 4, irq: 16, miso: 19, mosi: 23 }),
  ...pins('cmt', { clk: -1, cs: -1, fcs: -1, sdio: -1, gpio2: -1, gpio3: -1 }, 23_04_15),
  ...pins('w5500', { sclk: -1, mosi: -1, miso: -1, cs: -1, int: -1, rst: -1 }, 24_09_27),
  { key: 'curPin.eth.enabled', kind: 'flag' },
  ...pins('eth', { phy_addr: 0, power: -1, mdc: 23, mdio: 18, type: 0, clk_mode: 0 }),
  ...pins('display', { type: 0, data: 255, clk: 255, cs: 255, reset: 255 }),
  ...pins('led', { led0: -1, led1: -1 }, 23_04_04),
  { key: 'display.show_logo', kind: 'flag', first: true, until: 23_04_04 },
  { key: 'display.rotation', kind: 'number', since: 23_04_04 },
  { key: 'display.power_safe', kind: 'flag', first: true },
  { key: 'display.screensaver', kind: 'flag', first: true },
  { key: 'display.contrast', kind: 'number', first: 60 },
  { key: 'display.language', kind: 'number', since: 23_05_23, until: 24_11_07 },
  { key: 'display.locale', kind: 'text', first: 'en', since: 24_11_07 },
  { key: 'display.diagramduration', kind: 'number', first: 36_000, since: 23_12_19 },
  { key: 'display.diagrammode', kind: 'number', first: 1, since: 24_01_14 },
  { key: 'led', kind: 'list', first: [{ brightness: 100 }, { brightness: 100 }], since: 23_12_16 },
];
