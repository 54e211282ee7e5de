// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { saveButton } from '../../../test/form-parts.ts';
import { CONFIG, openNtpSettings } from '../../../test/open-ntp-settings.ts';
import { jsonResponse } from '../../../test/render-app.tsx';

const NO_PLACE = { latitude: null, longitude: null };
const MUNICH = { latitude: 48.137, longitude: 11.575 };
const field = (name: 'Latitude' | 'Longitude') => screen.getByLabelText<HTMLInputElement>(name);
const card = () => screen.queryByRole('region', { name: 'Place of the plant' });
const locationButton = () => screen.queryByRole('button', { name: 'Use this browser’s location' });

const open = (place: object, options?: Parameters<typeof openNtpSettings>[1]) =>
  openNtpSettings((device) => {
    device.config = { ...CONFIG, ...place };
  }, options);

/** A browser that answers like that when it is asked where it is. */
function beAt(answer: (found: PositionCallback, failed: PositionErrorCallback) => void): void {
  vi.stubGlobal('isSecureContext', true);
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({
    ...{ watchPosition: () => 0, clearWatch: () => undefined },
    getCurrentPosition: (found, failed) => answer(found, failed ?? (() => undefined)),
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the place of the plant', { timeout: 60_000 }, () => {
  it.each([
    ['48.137', '11.575', MUNICH],
    [' -33,87', '151,21 ', { latitude: -33.87, longitude: 151.21 }],
    ['\u22120.5', '+180', { latitude: -0.5, longitude: 180 }],
  ])('is typed with a point or a comma: %j, %j', async (latitude, longitude, place) => {
    const { device, user } = await open(NO_PLACE);
    await user.type(field('Latitude'), latitude);
    await user.type(field('Longitude'), longitude);
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(device.posts).toEqual([{ path: '/api/ntp/config', body: { ...CONFIG, ...place } }]);
    await waitFor(() => expect(field('Latitude').value).toBe(String(place.latitude)));
    await screen.findByText('No unsaved changes');
  });

  it.each([
    ['de', 'Breitengrad', 'Speichern', 'Keine Änderungen'],
    ['fr', 'Latitude', 'Enregistrer', 'Aucune modification'],
  ] as const)('is shown with the decimal comma of the reader, in %s', async (locale, name, save, saved) => {
    const { device, user } = await open(MUNICH, { locale });
    const latitude = () => screen.getByLabelText<HTMLInputElement>(name);
    expect(latitude().value).toBe('48,137');
    // The same number again is no change.
    await user.clear(latitude());
    await user.type(latitude(), '48,1370');
    await screen.findByText(saved);
    await user.clear(latitude());
    await user.type(latitude(), '48.14');
    await user.click(screen.getByRole('button', { name: save }));
    await waitFor(() => expect(latitude().value).toBe('48,14'));
    expect(device.posts[0]?.body).toMatchObject({ latitude: 48.14, longitude: 11.575 });
    await screen.findByText(saved);
  });

  it('goes when both fields are emptied', async () => {
    const { device, user } = await open(MUNICH);
    expect([field('Latitude').value, field('Longitude').value]).toEqual(['48.137', '11.575']);
    await user.clear(field('Latitude'));
    await user.clear(field('Longitude'));
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(device.posts[0]?.body).toEqual({ ...CONFIG, ...NO_PLACE });
  });

  it.each([
    ['90.1', '11', 'Latitude', 'The latitude must be between -90 and 90!'],
    ['48', '-180,5', 'Longitude', 'The longitude must be between -180 and 180!'],
    ['48° 8′', '11', 'Latitude', 'Enter decimal degrees, such as 48.14.'],
    ['48', 'east', 'Longitude', 'Enter decimal degrees, such as 48.14.'],
    ['48', '', 'Longitude', 'Latitude and longitude belong together: fill in both or neither!'],
    ['', '11', 'Latitude', 'Latitude and longitude belong together: fill in both or neither!'],
  ] as const)('is refused at its field: %j, %j', async (latitude, longitude, name, text) => {
    const { device, user } = await open(NO_PLACE);
    if (latitude !== '') await user.type(field('Latitude'), latitude);
    if (longitude !== '') await user.type(field('Longitude'), longitude);
    await user.click(saveButton());
    await waitFor(() => expect(document.activeElement).toBe(field(name)));
    expect(field(name).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText(text)).toHaveLength(1);
    expect(device.posts).toEqual([]);
  });

  it.each([
    [9011, 'Latitude'],
    [9012, 'Longitude'],
    [9013, 'Latitude'], // the first that is empty
  ] as const)('is where refusal %d of the gateway belongs', async (code, name) => {
    const { user, device } = await open(NO_PLACE);
    device.answerPost = () =>
      jsonResponse({ type: 'warning', message: '', code, param: { min: -60, max: 60 } });
    await user.type(screen.getByLabelText('Time server'), '.example');
    await user.click(saveButton());
    await waitFor(() => expect(field(name).getAttribute('aria-invalid')).toBe('true'));
  });

  it('of an original device goes back as it came when something else is changed', async () => {
    const place = { latitude: 50.513599395751953, longitude: '10.40', sunsettype: 1 };
    const { device, user, server } = await open(place);
    expect(field('Longitude').value).toBe('10.40');
    await user.type(server, '.example');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(device.posts[0]?.body).toEqual({ ...CONFIG, ...place, ntp_server: 'pool.ntp.org.example' });
  });

  it('is not asked of a device that knows none, and not sent to it', async () => {
    const { device, user, server } = await open({});
    expect(card()).toBeNull();
    await user.type(server, '.example');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(device.posts[0]?.body).toEqual({ ...CONFIG, ntp_server: 'pool.ntp.org.example' });
  });
});

describe('the location of the browser', { timeout: 60_000 }, () => {
  it('is filled in to a hundredth of a degree, and applies once it is saved', async () => {
    beAt((found) =>
      found({ coords: { latitude: -33.868_82, longitude: 151.209_29 } } as GeolocationPosition),
    );
    const { device, user } = await open(MUNICH);
    await user.click(locationButton() as HTMLElement);
    await waitFor(() =>
      expect([field('Latitude').value, field('Longitude').value]).toEqual(['-33.87', '151.21']),
    );
    const status = within(card() as HTMLElement).getByRole('status');
    expect(status.textContent).toContain('Save to apply it.');
    expect(device.posts).toEqual([]);
    await screen.findByText('2 unsaved changes');
  });

  it.each([
    [1, /not allowed to use your location/],
    [2, /does not know its location/],
    [3, /does not know its location/],
  ])('that is not told (%d) leaves the fields as they are, and is explained', async (code, text) => {
    beAt((_found, failed) => failed({ code } as GeolocationPositionError));
    const { user } = await open(MUNICH);
    await user.click(locationButton() as HTMLElement);
    await screen.findByText(text);
    expect([field('Latitude').value, field('Longitude').value]).toEqual(['48.137', '11.575']);
  });

  it('is not offered on pages to which browsers do not tell it', async () => {
    beAt(() => undefined);
    vi.stubGlobal('isSecureContext', false);
    await open(MUNICH);
    expect(card()).not.toBeNull();
    expect(locationButton()).toBeNull();
  });
});
