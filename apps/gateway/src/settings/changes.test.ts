import { USUAL_TREATMENT_CONFIG } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { changedValues, sectionChange, takenBack } from './changes.ts';
import { SECTION_NAMES } from './sections.ts';
import type { StoredSection } from './stored-section.ts';
import { type Telling, tellingOf } from './told-settings.ts';

/** Before and after as they are kept, and what is so now. */
function changed(section: string, before: StoredSection, after: StoredSection, now: StoredSection = after) {
  const change = sectionChange(section, before, after);
  if (change === undefined) throw new Error('nothing has changed');
  return { before: JSON.parse(change.before), after: JSON.parse(change.after), now };
}

const told = (
  section: string,
  ...bodies: Parameters<typeof changed> extends [string, ...infer Rest] ? Rest : never
) => changedValues(section, changed(section, ...bodies));
const back = (
  section: string,
  ...bodies: Parameters<typeof changed> extends [string, ...infer Rest] ? Rest : never
) => takenBack(section, changed(section, ...bodies));

const inverter = (serial: string, name: string, maxPowerW = 0) => ({
  ...{ id: Number(serial.at(-1)), serial, name },
  channel: [
    { name: '', max_power: maxPowerW },
    { name: '', max_power: 0 },
  ],
});
const device = (id: string, name: string, password: string) => ({ id, name, host: 'barn', password });

describe('strings of an inverter of which a backup has more or fewer', () => {
  const roof = (channel: readonly object[]) => ({
    inverter: [{ id: 0, serial: '1161', name: 'Roof', channel }],
  });
  const [east, none] = [
    { name: 'East', max_power: 380 },
    { name: '', max_power: 0 },
  ];

  it('are told one by one, and those that say nothing not at all', () => {
    expect(sectionChange('inverters', roof([east, none, none, none]), roof([east, none]))).toBeUndefined();
    const bodies = [
      roof([east]),
      roof([
        { ...east, max_power: 400 },
        { ...none, name: 'West' },
      ]),
    ] as const;
    expect(told('inverters', ...bodies)).toEqual([
      { path: ['inverter', '1161', 'channel', '0', 'max_power'], before: 380, after: 400 },
      { path: ['inverter', '1161', 'channel', '1', 'name'], before: '', after: 'West' },
    ]);
    expect(back('inverters', ...bodies).body).toEqual(roof([east]));
  });
});

describe('a change of a section', () => {
  it('is kept as the keys that differ', () => {
    expect(
      sectionChange(
        'dtu',
        { version: 1, dtu_palevel: 0, dtu_serial: '1' },
        { dtu_palevel: 3, dtu_serial: '1' },
      ),
    ).toEqual({
      section: 'dtu',
      before: '{"dtu_palevel":0}',
      after: '{"dtu_palevel":3}',
    });
  });

  it('is none where nothing but the version, or what only a later version knows, differs', () => {
    expect(
      sectionChange('dtu', { version: 1, dtu_palevel: 0 }, { version: 2, dtu_palevel: 0, later: 'x' }),
    ).toBeUndefined();
    expect(sectionChange('later', { key: 1 }, { key: 2 })).toBeUndefined();
  });

  it('is none where what is usual was set for the first time', () => {
    const roof = inverter('1161', 'Roof');
    const saved = { ...roof, ...USUAL_TREATMENT_CONFIG };
    expect(sectionChange('inverters', { inverter: [roof] }, { inverter: [saved] })).toBeUndefined();
  });

  it('says of a secret that it is another one, wherever it is, and never what it was or is', () => {
    const change = sectionChange(
      'sources',
      { source: [device('a', 'Barn', 'one'), device('b', 'Shed', 'two')] },
      { source: [device('a', 'Barn', 'other'), device('b', 'House', 'two')] },
    );
    const passwords = (text = '') =>
      JSON.parse(text).source.map(({ password }: { password: unknown }) => password);
    expect([passwords(change?.before), passwords(change?.after)]).toEqual([
      [null, null],
      [true, null],
    ]);
  });
});

/** What a secret may be called. What is called so and is none stands here. */
const SOUNDS_SECRET = /pass|pwd|secret|token|hash|key|cert|pem/i;
const NO_SECRETS = [
  'security.default_password', // whether it is the default one
  'sources.source.certificate', // a fingerprint, as anybody sees it who connects
  'mqtt.mqtt_tls_cert_login',
];

/** All values of which the table says that they are told. */
function toldPaths(telling: Telling, path: string): readonly string[] {
  if (typeof telling === 'string') return telling === 'told' || telling === 'silent' ? [path] : [];
  if ('usual' in telling) return [path];
  const keys = 'keys' in telling ? telling.keys : telling.list.items;
  return Object.entries(keys).flatMap(([key, inner]) => toldPaths(inner, `${path}.${key}`));
}

describe('the table of what is told', () => {
  it('has nothing that sounds like a secret', () => {
    const told = SECTION_NAMES.flatMap((name) => toldPaths({ keys: tellingOf(name) ?? {} }, name));
    expect(told.length).toBeGreaterThan(80);
    const suspicious = told.filter((path) => SOUNDS_SECRET.test(path.split('.').at(-1) ?? ''));
    expect(suspicious.filter((path) => !NO_SECRETS.includes(path))).toEqual([]);
  });
});

describe('what is told of a change', () => {
  it('is the value before and after, and the one of now where that is another', () => {
    const [before, after] = [{ dtu_pollinterval: 5 }, { dtu_pollinterval: 9 }];
    expect(told('dtu', before, after)).toEqual([{ path: ['dtu_pollinterval'], before: 5, after: 9 }]);
    expect(told('dtu', before, after, { dtu_pollinterval: 7 })).toEqual([
      { path: ['dtu_pollinterval'], before: 5, after: 9, now: 7 },
    ]);
  });

  it('is of a password, a key and a certificate only that it changed', () => {
    const mqtt = (text: string) => ({ mqtt_password: text, mqtt_client_key: text, mqtt_root_ca_cert: text });
    expect(told('mqtt', mqtt('one'), mqtt('two'))).toEqual([
      { path: ['mqtt_password'], hidden: true, stays: true },
      { path: ['mqtt_root_ca_cert'], hidden: true },
      { path: ['mqtt_client_key'], hidden: true, stays: true },
    ]);
  });

  it('names something in a list by its serial or its place', () => {
    const before = { inverter: [inverter('1161', 'Roof'), inverter('1162', 'Barn')] };
    const after = { inverter: [inverter('1162', 'Barn', 400), inverter('1163', 'Shed')] };
    expect(told('inverters', before, after)).toEqual([
      { path: ['inverter', '1161'], before: inverter('1161', 'Roof') },
      { path: ['inverter', '1162', 'channel', '0', 'max_power'], before: 0, after: 400 },
      { path: ['inverter', '1163'], after: inverter('1163', 'Shed') },
    ]);
  });

  it('is not what was so before because nobody had set it', () => {
    const roof = inverter('1161', 'Roof');
    const edited = {
      ...inverter('1161', 'South roof'),
      ...{ ...USUAL_TREATMENT_CONFIG, poll_enable_night: !USUAL_TREATMENT_CONFIG.poll_enable_night },
      channel: roof.channel.map((string) => ({ ...string, yield_total_offset: 0 })),
    };
    const bodies = [{ inverter: [roof] }, { inverter: [edited] }] as const;
    expect(told('inverters', ...bodies)).toEqual([
      { path: ['inverter', '1161', 'name'], before: 'Roof', after: 'South roof' },
      {
        path: ['inverter', '1161', 'poll_enable_night'],
        before: USUAL_TREATMENT_CONFIG.poll_enable_night,
        after: !USUAL_TREATMENT_CONFIG.poll_enable_night,
      },
    ]);
    expect(back('inverters', ...bodies).body).toMatchObject({
      inverter: [{ name: 'Roof', poll_enable_night: USUAL_TREATMENT_CONFIG.poll_enable_night }],
    });
  });

  it('leaves out the passwords of a device that came or went', () => {
    const [value] = told('sources', { source: [] }, { source: [device('a', 'Barn', 'secret')] });
    expect(value).toEqual({ path: ['source', 'a'], after: { id: 'a', name: 'Barn', host: 'barn' } });
  });

  it('tells another order of a list as such', () => {
    const [a, b] = [device('a', 'Barn', ''), device('b', 'Shed', '')];
    expect(told('sources', { source: [a, b] }, { source: [b, a] })).toEqual([
      { path: ['source', 'order'], before: ['a', 'b'], after: ['b', 'a'] },
    ]);
  });
});

describe('a change that is taken back', () => {
  it('puts back what it has changed, and nothing else', () => {
    const before = { dtu_pollinterval: 5, dtu_palevel: 0 };
    const after = { dtu_pollinterval: 9, dtu_palevel: 0 };
    expect(back('dtu', before, after, { dtu_pollinterval: 9, dtu_palevel: 3 })).toEqual({
      body: { dtu_pollinterval: 5, dtu_palevel: 3 },
      kept: [],
    });
  });

  it('leaves passwords as they are now', () => {
    const mqtt = (host: string, password: string) => ({ mqtt_hostname: host, mqtt_password: password });
    expect(back('mqtt', mqtt('one', 'old'), mqtt('two', 'new'), mqtt('two', 'newest'))).toEqual({
      body: mqtt('one', 'newest'),
      kept: [{ path: ['mqtt_password'], why: 'secret' }],
    });
  });

  it('leaves alone what came into a list since, and what was changed in it by others', () => {
    const before = { inverter: [inverter('1161', 'Roof'), inverter('1162', 'Barn')] };
    const after = { inverter: [inverter('1161', 'Roof'), inverter('1162', 'Shed')] };
    const now = { inverter: [inverter('1161', 'South'), inverter('1162', 'Shed'), inverter('1163', 'New')] };
    expect(back('inverters', before, after, now).body).toEqual({
      inverter: [inverter('1161', 'South'), inverter('1162', 'Barn'), inverter('1163', 'New')],
    });
  });

  it('puts back what was removed in its place, and removes what was added', () => {
    const before = { inverter: [inverter('1161', 'Roof'), inverter('1162', 'Barn')] };
    const after = { inverter: [inverter('1162', 'Barn'), inverter('1163', 'Shed')] };
    expect(back('inverters', before, after).body).toEqual(before);
  });

  it('puts back a device without its password', () => {
    const before = { source: [device('a', 'Barn', 'secret')] };
    expect(back('sources', before, { source: [] })).toEqual({
      body: { source: [device('a', 'Barn', '')] },
      kept: [{ path: ['source', 'a', 'password'], why: 'secret' }],
    });
  });

  it('says of what is gone meanwhile that it stays gone', () => {
    const before = { inverter: [inverter('1161', 'Roof')] };
    const after = { inverter: [inverter('1161', 'Barn')] };
    expect(back('inverters', before, after, { inverter: [] })).toEqual({
      body: { inverter: [] },
      kept: [{ path: ['inverter', '1161'], why: 'gone' }],
    });
  });

  it('puts back an order for those that are still there', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => device(id, id, ''));
    const news = device('d', 'd', '');
    expect(
      back('sources', { source: [a, b, c] }, { source: [c, b, a] }, { source: [c, news, a] }).body,
    ).toEqual({
      source: [a, news, c],
    });
  });
});
