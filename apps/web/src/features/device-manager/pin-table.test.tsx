// @vitest-environment happy-dom

import { DEFAULT_PINS } from '@heliograph/contract';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { messageOf, saveButton } from '../../../test/form-parts.ts';
import { config, OLIMEX, openDeviceManager, profile, row, tab } from '../../../test/open-device-manager.ts';
import { jsonResponse, readable } from '../../../test/render-app.tsx';

describe('the table of pins', () => {
  it('compares what is selected with what is active, differences in words', async () => {
    const { user } = await openDeviceManager();
    await user.selectOptions(await profile(), 'Olimex ESP32-POE');
    expect(row('Radio', 'MISO')).toBe('MISOGPIO 15changesGPIO 19');
    expect(row('Radio', 'CS')).toBe('CSGPIO 5GPIO 5');
    expect(row('Ethernet', 'In use')).toBe('In useyeschangesno');
    expect(row('Ethernet', 'Power pin')).toBe('Power pinGPIO 12changesnot used');
    expect(row('Ethernet', 'Type')).toBe('TypeLAN8720LAN8720');
    expect(row('Ethernet', 'Clock')).toBe('ClockGPIO 17 outchangesGPIO 0 in');
    expect(row('Ethernet', 'PHY address')).toBe('PHY address00');
    expect(messageOf(await profile())).toBe('8 values change at the next start.');
  });

  it('fills what a profile leaves out with the default wiring', async () => {
    const { user } = await openDeviceManager();
    await user.selectOptions(await profile(), 'äußeres Board');
    expect(row('Display', 'Type')).toBe('TypeSSD1306changesnone');
    expect(row('Display', 'DATA')).toBe('DATAGPIO 21changesnot used');
    expect(row('Display', 'RESET')).toBe('RESETnot usednot used');
    expect(row('Radio', 'MISO')).toBe('MISOGPIO 19GPIO 19');
    expect(messageOf(await profile())).toBe('3 values change at the next start.');
  });

  it('has its rows in the order of the specification', async () => {
    await openDeviceManager();
    await profile();
    expect(screen.getAllByRole('rowheader').map(readable)).toEqual(
      ['Radio (nRF24)', 'MISO', 'MOSI', 'CLK', 'IRQ', 'EN', 'CS']
        .concat(['Ethernet', 'In use', 'PHY address', 'Power pin', 'MDC', 'MDIO', 'Type', 'Clock'])
        .concat(['Display', 'Type', 'DATA', 'CLK', 'CS', 'RESET']),
    );
  });

  it('has the newer parts of a board that has some, and what a profile makes of them', async () => {
    const cmt = { clk: 6, cs: 4, fcs: 21, sdio: 5, gpio2: 3, gpio3: 8 };
    const w5500 = { sclk: -1, mosi: -1, miso: -1, cs: -1, int: -1, rst: -1 };
    const { user } = await openDeviceManager({
      stored: config('', { curPin: { name: '', ...DEFAULT_PINS, cmt, w5500, led: { led0: 25, led1: -1 } } }),
      file: () => jsonResponse([OLIMEX, { name: 'Fusion', cmt, led: { led0: 17 } }]),
    });
    expect(messageOf(await profile())).toBe('Selected and active values are the same.');
    expect(row('Radio (CMT2300A)', 'SDIO')).toBe('SDIOGPIO 5GPIO 5');
    expect(row('Lights', 'LED1')).toBe('LED1not usednot used');
    expect(screen.queryByText('Ethernet (W5500)')).toBeNull();
    await user.selectOptions(await profile(), 'Fusion');
    expect(row('Radio (CMT2300A)', 'CLK')).toBe('CLKGPIO 6GPIO 6');
    expect(row('Lights', 'LED0')).toBe('LED0GPIO 17changesGPIO 25');
    await user.selectOptions(await profile(), 'Olimex ESP32-POE');
    expect(row('Radio (CMT2300A)', 'CLK')).toBe('CLKnot usedchangesGPIO 6');
  });

  it('takes the active pins of a board for its default wiring, not the generic ones', async () => {
    const stored = config('', { curPin: { name: '', ...DEFAULT_PINS, nrf24: OLIMEX.nrf24 } });
    await openDeviceManager({ stored });
    expect(messageOf(await profile())).toBe('Selected and active values are the same.');
    expect(row('Radio', 'MISO')).toBe('MISOGPIO 15GPIO 15');
  });

  it('does not invent what the device did not tell, nor send it back', async () => {
    const eth = { enabled: true, phy: { later: 1 } };
    const stored = {
      curPin: { name: 'Zuhause', nrf24: { clk: 14, extra: 'x' }, eth },
      display: { contrast: 5 },
    };
    const { gateway, user } = await openDeviceManager({ stored });
    await profile();
    expect(row('Radio', 'MISO')).toBe('MISOGPIO 19—unknown');
    expect(row('Radio', 'CLK')).toBe('CLKGPIO 18changesGPIO 14');
    await user.click(tab('Display'));
    fireEvent.change(screen.getByRole('slider', { name: 'Contrast' }), { target: { value: '9' } });
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toEqual([{ ...stored, display: { contrast: 9 } }]);
  });

  it('takes a kind that there is not for one that was left out', async () => {
    await openDeviceManager({
      file: () => jsonResponse([{ name: 'New', eth: { type: 77 } }]),
      stored: config('New'),
    });
    await profile();
    expect(row('Ethernet', 'Type')).toBe('TypeLAN8720LAN8720');
  });
});
