import { ALERT_CHANNEL_KINDS, type AlertChannelKind, SECRET_PLACEHOLDER } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { texts as alerts } from '../../shared/i18n/en/alerts.ts';
import { texts as common } from '../../shared/i18n/en/common.ts';
import {
  channelErrors,
  channelOf,
  freshId,
  newChannel,
  type TypedChannel,
  withSecurity,
} from './channel-fields.ts';

const t = alerts.channels;
const FILLED: Readonly<Record<AlertChannelKind, Partial<TypedChannel>>> = {
  ntfy: { target: 'my-roof' },
  gotify: { address: 'https://gotify.lan', secret: 'A1' },
  pushover: { target: 'u1', secret: 't1' },
  telegram: { target: '-1001', secret: '12:ab' },
  webhook: { address: 'http://192.168.4.7/hook', template: '{"text":"{title}"}' },
  'home-assistant': { address: 'http://ha.local:8123', target: 'mobile_app_x', secret: 'long' },
  mqtt: { target: 'house/alerts' },
  mail: { address: 'mail.example.org', target: 'me@example.org', sender: 'roof@example.org' },
};
const typed = (kind: AlertChannelKind, change: Partial<TypedChannel> = {}): TypedChannel => ({
  ...{ ...newChannel('c1'), name: 'My way', kind, ...FILLED[kind], ...change },
});
const errorsOf = (one: TypedChannel) => channelErrors(channelOf(one, t), { alerts, common });

describe('a way', () => {
  it.each(ALERT_CHANNEL_KINDS)(
    'by %s is good when its fields are filled in, and says which is missing',
    (kind) => {
      expect(errorsOf(typed(kind))).toEqual({});
      expect(errorsOf({ ...newChannel('c1'), kind })).toMatchObject({ name: 'Enter one line of text!' });
    },
  );

  it('has nothing left of a kind that was chosen before, least of all its secret', () => {
    const before = typed('mail', { user: 'me', secret: 'pw' });
    expect(channelOf({ ...before, kind: 'mqtt', target: 'house/alerts' }, t)).toMatchObject({
      ...{ address: '', user: '', secret: '', sender: '' },
    });
    const stored = channelOf(typed('gotify'), t);
    const masked = { secret: SECRET_PLACEHOLDER };
    expect(channelOf(typed('gotify', masked), t, stored).secret).toBe(SECRET_PLACEHOLDER);
    expect(channelOf(typed('telegram', masked), t, stored).secret).toBe('');
  });

  it('says what is wrong with a number and a length', () => {
    expect(errorsOf(typed('mail', { port: 'x' }))).toEqual({ port: 'Enter a number from 1 to 65535!' });
    expect(errorsOf(typed('mqtt', { name: 'x'.repeat(33) }))).toEqual({
      name: 'This must not be longer than 32 characters!',
    });
  });

  it('of mail gets the usual port of its encryption, and keeps one of its own', () => {
    expect(withSecurity(typed('mail'), 'starttls').port).toBe('587');
    expect(withSecurity(typed('mail', { port: '2525' }), 'starttls').port).toBe('2525');
  });

  it('has an id of its own', () => {
    const draws = [0, 0.5, 0.999_999_999_9, 0.25];
    const ids = [1, 2].map(() => freshId(() => draws.shift() ?? 0));
    expect(ids).toEqual(['c00000i0000', 'czzzzz90000']);
    for (const id of ids) expect(id).toMatch(/^[\w-]{1,16}$/);
    expect(new Set(Array.from({ length: 1000 }, () => freshId(Math.random))).size).toBe(1000);
  });
});
