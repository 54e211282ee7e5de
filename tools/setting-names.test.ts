import { firstTestSettings } from '@heliograph/testbed/gateway/test-settings.ts';
import { describe, expect, it } from 'vitest';
import { configJson } from '../apps/gateway/src/config-files/write-config-json.ts';
import { changeName } from '../apps/web/src/features/config-management/changes/change-names.ts';
import { settingName } from '../apps/web/src/features/config-management/setting-names.ts';
import { allTexts } from '../apps/web/test/all-texts.ts';

const first = firstTestSettings({ place: { latitude: 50, longitude: 8 } });
const SECTIONS = {
  security: await first.security(),
  dtu: await first.dtu(),
  ntp: await first.ntp(),
  inverters: await first.inverters(),
  network: await first.network(),
  device: await first.device(),
  mqtt: await first.mqtt(),
};
const CONFIG = JSON.parse(configJson(SECTIONS, 1));

function pathsIn(value: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof value !== 'object' || value === null) return [path.join('.')];
  return Object.entries(value).flatMap(([key, member]) => pathsIn(member, [...path, key]));
}

describe('the comparison of a backup with the settings', () => {
  it('has a name for everything that a backup of the gateway holds', async () => {
    const texts = await allTexts('en');
    const { cfg: _, ...settings } = CONFIG; // the version of the file and how often it was saved
    const paths = pathsIn(settings);
    expect(paths).toEqual(expect.arrayContaining(['ntp.latitude', 'inverters.0.channel.0.max_power']));
    const nameless = paths.filter((path) => {
      const name = settingName(texts.start, texts, path, CONFIG).split(' · ').at(-1);
      return name === 'undefined' || name === path || path.endsWith(`.${name}`);
    });
    expect(nameless).toEqual([]);
  });

  it('calls a value of a string that nobody knows by its own key, and no other by its name', async () => {
    const texts = await allTexts('en');
    const nameOf = (place: string) =>
      settingName(texts.start, texts, `inverters.0.channel.0${place}`, CONFIG);
    expect(nameOf('.yield_offset')).toMatch(/ · yield_offset$/);
    expect(nameOf('')).toBe(nameOf('.max_power'));
  });
});

describe('the list of changes', () => {
  it('has a name for everything that is set, the one that a backup has it by', async () => {
    const texts = await allTexts('en');
    const { inverters: _, ...sections } = SECTIONS; // inverters are named by themselves
    const byFile = new Set(pathsIn(CONFIG).map((path) => settingName(texts.start, texts, path, CONFIG)));
    const names = Object.entries(sections).flatMap(([section, values]) =>
      pathsIn(values).map((path) =>
        changeName(texts.start, { ...texts, inverterNames: {} }, section, path.split('.')),
      ),
    );
    expect(names).toEqual(expect.arrayContaining(['MQTT · Publish interval', 'Network · Hostname']));
    // Follows from the password, and is never told.
    expect(names.filter((name) => !byFile.has(name))).toEqual(['Security · default_password']);
  });

  it('names what no page knows by its key, and parts of a list by the list', async () => {
    const texts = await allTexts('en');
    const nameOf = (section: string, ...path: string[]) =>
      changeName(texts.start, { ...texts, inverterNames: {} }, section, path);
    expect(nameOf('mqtt', 'mqtt_of_later')).toBe('MQTT · mqtt_of_later');
    expect(nameOf('device', 'led', '1', 'brightness')).toBe(nameOf('device', 'led', '0'));
    expect(nameOf('device', 'log', 'modules', 'mqtt', 'level')).toBe(nameOf('device', 'log', 'modules'));
    expect(nameOf('a section of later', 'key')).toBe('a section of later · key');
  });
});
