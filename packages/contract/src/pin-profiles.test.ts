import { describe, expect, it } from 'vitest';
import {
  completePins,
  DEFAULT_PINS,
  PIN_NAMES,
  type PinGroup,
  readPinProfiles,
  readPins,
} from './pin-profiles.ts';

/** Source: docs/reference/original-device.md#device-settings-and-pins and #pin-profiles. */

/** What a complete answer of the device looks like. */
const WIRE =
  '{"nrf24":{"clk":18,"cs":5,"en":4,"irq":16,"miso":19,"mosi":23},' +
  '"eth":{"enabled":false,"phy_addr":0,"power":-1,"mdc":23,"mdio":18,"type":0,"clk_mode":0},' +
  '"display":{"type":0,"data":255,"clk":255,"cs":255,"reset":255}}';

describe('pins', () => {
  it('have the order of the wire, whatever order they come in', () => {
    expect(JSON.stringify(DEFAULT_PINS)).toBe(WIRE);
    const turned = Object.fromEntries(
      Object.entries(DEFAULT_PINS)
        .reverse()
        .map(([group, pins]) => [group, Object.fromEntries(Object.entries(pins).reverse())]),
    );
    expect(JSON.stringify(completePins(readPins(turned)))).toBe(WIRE);
  });

  it('that are missing are told apart from those that are not connected', () => {
    const pins = readPins({ eth: { enabled: true, power: -1, mdc: null }, display: { type: 2 } });
    expect(pins.eth).toMatchObject({ enabled: true, power: -1, mdc: undefined, mdio: undefined });
    expect(pins.nrf24.clk).toBeUndefined();
    expect(completePins(pins)).toEqual({
      nrf24: DEFAULT_PINS.nrf24,
      eth: { ...DEFAULT_PINS.eth, enabled: true },
      display: { ...DEFAULT_PINS.display, type: 2 },
    });
  });

  it('of newer boards are there where something is connected', () => {
    const sent = { cmt: { clk: 6, cs: 4, gpio2: -1 }, w5500: { sclk: -1, cs: -1 }, led: 'none' };
    const pins = readPins(sent);
    expect(pins.cmt).toMatchObject({ clk: 6, cs: 4, gpio2: -1, sdio: undefined });
    expect([pins.w5500, pins.led]).toEqual([undefined, undefined]);
    expect(completePins(pins)).toEqual(DEFAULT_PINS);
  });

  it.each([undefined, null, 5, 'text', true, []])('of %j are all missing', (value) => {
    for (const group of Object.keys(PIN_NAMES) as PinGroup[]) {
      expect(Object.values(readPins({ [group]: value })[group])).toEqual(
        PIN_NAMES[group].map(() => undefined),
      );
    }
  });

  it.each([1.5, '1', Number.NaN, true, null])('are no pins: %j', (value) => {
    expect(readPins({ nrf24: { clk: value } }).nrf24.clk).toBeUndefined();
  });
});

describe('the file of profiles', () => {
  it.each([undefined, null, 5, 'text', {}, { name: 'A' }])('is no file: %j', (value) => {
    expect(readPinProfiles(value)).toBeUndefined();
  });

  it('has those with a name, in its order', () => {
    const sent = [
      null,
      5,
      { name: 'B', nrf24: { clk: 1 } },
      [],
      {},
      { name: '' },
      { name: 7 },
      { name: 'A' },
    ];
    const profiles = readPinProfiles(sent) ?? [];
    expect(profiles.map(({ name, nrf24 }) => [name, nrf24.clk])).toEqual([
      ['B', 1],
      ['A', undefined],
    ]);
    expect(readPinProfiles([])).toEqual([]);
  });
});
