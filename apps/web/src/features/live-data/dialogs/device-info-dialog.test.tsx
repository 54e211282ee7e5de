// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { noAnswer } from '../../../../test/answer.ts';
import { facts } from '../../../../test/facts.ts';
import { readable } from '../../../../test/render-app.tsx';
import { renderPart } from '../../../../test/render-part.tsx';
import { jsonResponse } from '../../../../test/test-services.ts';
import type { Locale } from '../../../shared/i18n/locales.ts';
import { DeviceInfoDialog } from './device-info-dialog.tsx';

const SERIAL = '114172220143';
const COMPLETE = {
  valid_data: true,
  fw_bootloader_version: 104,
  fw_build_version: 10_010,
  hw_part_number: 269_553_683,
  hw_version: '01.10',
  hw_model_name: 'HM-600',
  max_power: 600,
  fw_build_datetime: '2021-12-04 11:30:00',
};
const NOTHING_YET = {
  valid_data: false,
  fw_bootloader_version: 0,
  fw_build_version: 0,
  hw_part_number: 0,
  hw_version: '00.00',
  hw_model_name: '',
  max_power: 0,
  fw_build_datetime: '1970-01-01 00:00:00',
};

type Answer = () => Promise<Response>;
const infoOf =
  (info: object): Answer =>
  () =>
    Promise.resolve(jsonResponse({ '116180400144': [NOTHING_YET], [SERIAL]: [info] }));

async function open(answer: Answer, locale: Locale = 'en') {
  const gateway = { answer };
  const fetch = vi.fn((_path: string, _init: RequestInit) => gateway.answer());
  const dialog = <DeviceInfoDialog serial={SERIAL} name="Garage" onClose={() => undefined} />;
  return { ...(await renderPart(dialog, { fetch, locale })), fetch, gateway };
}

describe('device info', () => {
  it('shows what the inverter says about itself', async () => {
    const { fetch, advance } = await open(infoOf(COMPLETE));
    expect(screen.getByRole('dialog', { name: 'Device info', description: 'Garage' })).toBeDefined();
    expect(facts()).toEqual({
      Model: 'HM-600',
      'Detected maximum power': '600 W',
      'Bootloader version': '0.1.4',
      'Firmware version': '1.0.10',
      'Firmware build date': '12/04/2021, 11:30:00',
      'Hardware part number': '269553683 (10 11 10 13)',
      'Hardware version': '01.10',
    });
    await advance(60_000);
    expect(fetch.mock.calls.map(([path]) => path)).toEqual(['/api/devinfo/status']);
  });

  it.each([
    ['de', 'Geräteinfo', 'Erkannte Maximalleistung', 'Firmware erstellt am', '04.12.2021, 11:30:00'],
    [
      'fr',
      'Infos de l’appareil',
      'Puissance maximale détectée',
      'Date du micrologiciel',
      '04/12/2021 11:30:00',
    ],
  ] as const)('speaks %s', async (locale, name, power, date, day) => {
    await open(infoOf(COMPLETE), locale);
    expect(screen.getByRole('dialog', { name })).toBeDefined();
    expect(facts()).toMatchObject({ [power]: '600 W', [date]: day });
  });

  it('asks to report the part number of a model that is unknown', async () => {
    const { user } = await open(infoOf({ ...COMPLETE, hw_model_name: '', max_power: 0 }));
    expect(facts()).toMatchObject({ Model: 'unknown', 'Detected maximum power': 'unknown' });
    expect(screen.getByText(/Please report the part number 269553683 \(10 11 10 13\)/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Copy part number' }));
    expect(await navigator.clipboard.readText()).toBe('269553683 (10 11 10 13)');
    // Said inside of the dialog: outside of it nothing is heard.
    const dialog = within(screen.getByRole('dialog'));
    await waitFor(() => expect(dialog.getByText('Copied')).toBeDefined());
  });

  it('asks nobody to report anything while the model may still come', async () => {
    await open(infoOf(NOTHING_YET));
    expect(screen.queryByText(/Please report/)).toBeNull();
  });

  it('warns that there is no valid data yet, and looks again until there is', async () => {
    const { gateway, advance, fetch } = await open(infoOf(NOTHING_YET));
    expect(readable(within(screen.getByRole('dialog')).getByRole('status'))).toContain(
      'has not sent any device info',
    );
    expect(Object.values(facts())).toEqual(Array(7).fill('not known yet'));
    await advance(5000);
    gateway.answer = infoOf(COMPLETE);
    await advance(5000);
    expect(facts()).toMatchObject({ Model: 'HM-600' });
    expect(screen.queryByText(/has not sent any device info/)).toBeNull();
    await advance(60_000);
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it('says which half is missing, and looks again until it is there', async () => {
    const { gateway, advance } = await open(
      infoOf({ ...COMPLETE, fw_build_version: 0, fw_bootloader_version: 0 }),
    );
    expect(readable(within(screen.getByRole('dialog')).getByRole('status'))).toContain(
      'Part of the answer is still missing.',
    );
    expect(facts()).toMatchObject({ Model: 'HM-600', 'Firmware version': 'not known yet' });
    gateway.answer = infoOf(COMPLETE);
    await advance(5000);
    expect(facts()).toMatchObject({ 'Firmware version': '1.0.10', 'Bootloader version': '0.1.4' });
    expect(screen.queryByText(/Part of the answer/)).toBeNull();
  });

  it('says of fields that the answer has lost that they were not reported', async () => {
    await open(infoOf({ valid_data: true, fw_build_version: 10_010 }));
    expect(facts()).toMatchObject({
      Model: 'not reported by the gateway',
      'Firmware version': '1.0.10',
      'Hardware version': 'not reported by the gateway',
    });
  });

  it('of an inverter that the gateway does not know says so', async () => {
    await open(() => Promise.resolve(jsonResponse({})));
    expect(screen.getByText(/^The gateway has no info about this inverter/)).toBeDefined();
    expect(screen.queryAllByRole('term')).toEqual([]);
  });

  it('that cannot be read says so, and is there after another try', async () => {
    const { gateway, user } = await open(noAnswer);
    expect(readable(screen.getByRole('alert'))).toContain('The gateway does not answer.');
    gateway.answer = infoOf(COMPLETE);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(facts()).toMatchObject({ Model: 'HM-600' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('comes by itself when the gateway is back, and stays until then', async () => {
    const half = { ...COMPLETE, fw_build_version: 0 };
    const { gateway, advance } = await open(infoOf(half));
    gateway.answer = noAnswer;
    await advance(5000);
    expect(readable(screen.getByRole('alert'))).toContain('The values below may be out of date.');
    expect(facts()).toMatchObject({ Model: 'HM-600' });
    gateway.answer = infoOf(COMPLETE);
    await advance(5000);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(facts()).toMatchObject({ 'Firmware version': '1.0.10' });
  });
});
