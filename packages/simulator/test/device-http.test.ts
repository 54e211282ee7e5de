import { PATHS } from '@heliograph/opendtu-api';
import { describe, expect, it } from 'vitest';
import { SCENARIOS } from '../src/index.ts';
import { createDeviceTestbed, FORM, LOGIN, PASSWORD } from './device-testbed.ts';

const ORDER = { serial: '114182730124', limit_value: 50, limit_type: 1 };
const JSON_TEXT = JSON.stringify(ORDER);

function multipart(parts: readonly (readonly [head: string, content: string])[], boundary = 'xx42') {
  const body = parts.map(
    ([head, content]) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`,
  );
  const headers = { ...LOGIN, 'content-type': `multipart/form-data; boundary=${boundary}` };
  return { body: `${body.join('')}--${boundary}--\r\n`, headers };
}

describe('who asks a device', () => {
  it('reads without a login while that is allowed, and needs it for the rest', () => {
    const { send } = createDeviceTestbed();
    const status = (path: string, headers = {}) => send('GET', path, '', headers).status;
    expect(status(PATHS.liveData)).toBe(200);
    expect(status(PATHS.systemStatus)).toBe(200);
    expect(status(PATHS.inverterList)).toBe(401);
    expect(status(PATHS.mqttSettings)).toBe(401);
    expect(status(PATHS.inverterList, LOGIN)).toBe(200);
    const other = { authorization: `Basic ${btoa(`root:${PASSWORD}`)}` };
    expect(status(PATHS.inverterList, other)).toBe(401);
    expect(status(PATHS.liveData, other)).toBe(200);
  });

  it('needs the login for everything while reading is locked', () => {
    const { send } = createDeviceTestbed({ allowReadonly: false });
    expect(send('GET', PATHS.liveData, '', {}).status).toBe(401);
    expect(send('GET', PATHS.liveData).status).toBe(200);
    expect(send('GET', PATHS.prometheus, '', {}).status).toBe(401);
    expect(send('GET', PATHS.languages, '', {}).status).toBe(200);
    const older = createDeviceTestbed({ allowReadonly: false, firmware: 'v23.4.4' });
    expect(older.send('GET', PATHS.prometheus, '', {}).status).toBe(200);
  });

  it('is refused without a body, and challenged only where no page asks', () => {
    const { send } = createDeviceTestbed();
    const refused = send('GET', PATHS.inverterList, '', {});
    expect(refused).toMatchObject({ status: 401, body: '' });
    expect(refused.headers['www-authenticate']).toBe('Basic realm="Login Required"');
    const page = send('GET', PATHS.inverterList, '', { 'x-requested-with': 'XMLHttpRequest' });
    expect(page.status).toBe(401);
    expect(page.headers).not.toHaveProperty('www-authenticate');
  });

  it('may have letters beyond ASCII in the password', () => {
    const { device, send } = createDeviceTestbed();
    device.changePassword('grüne Wiese €');
    const authorization = `Basic ${Buffer.from('admin:grüne Wiese €').toString('base64')}`;
    expect(send('GET', PATHS.login, '', { authorization }).body).toContain('10002');
    expect(send('GET', PATHS.login).status).toBe(401);
  });
});

describe('paths', () => {
  const { send } = createDeviceTestbed();

  it.each(['/api/livedata/status/inverters', '/api/livedata/status?inv=114182730124', '/api/ntp/time/xyz'])(
    '%s is answered like the one above it',
    (path) => expect(send('GET', path).headers['content-type']).toBe('application/json'),
  );

  it.each([
    ['GET', '/api/livedata/statusquo'],
    ['GET', '/api/nothing'],
    ['HEAD', '/api/system/status'],
    ['GET', '/api/limit/config'],
    ['PUT', '/api/limit/config'],
    ['POST', '/api/livedata/status'],
    ['GET', '/'],
  ])('%s %s is answered with the page', (method, path) => {
    expect(send(method, path, '', {})).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html' },
    });
  });
});

describe('a POST', () => {
  const { send, post } = createDeviceTestbed();
  const code = (body: string, headers: Readonly<Record<string, string>> = { ...LOGIN, ...FORM }) =>
    JSON.parse(send('POST', PATHS.limitOrder, body, headers).body).code;

  it.each([
    ['escaped', `data=${encodeURIComponent(JSON_TEXT)}`],
    ['not escaped', `data=${JSON_TEXT}`],
    ['beside others', `a=1&data=${encodeURIComponent(JSON_TEXT)}&b=2`],
  ])('is taken from a form, %s', (_, body) => expect(code(body)).toBe(1001));

  it('is taken from a multipart form', () => {
    const { body, headers } = multipart([['name="data"', JSON_TEXT]]);
    expect(code(body, headers)).toBe(1001);
  });

  it.each([
    ['no field', 1002, 'other=1'],
    ['single quotes, and more behind it', 1001, `data=${JSON_TEXT.replaceAll('"', "'")} and more`],
    ['no JSON', 1004, 'data={"serial":'],
    ['empty', 1004, 'data='],
    ['no object', 1005, 'data=[1]'],
    ['no keys', 1005, 'data={}'],
  ])('with %s is answered with %d', (_, expected, body) => expect(code(body)).toBe(expected));

  it('that is JSON by itself, or a file, has no field', () => {
    expect(code(JSON_TEXT, { ...LOGIN, 'content-type': 'application/json' })).toBe(1002);
    const { body, headers } = multipart([['name="data"; filename="a.json"', JSON_TEXT]]);
    expect(code(body, headers)).toBe(1002);
  });

  it('may not be long on older devices', () => {
    const long = { ...ORDER, more: 'x'.repeat(1024) };
    const older = createDeviceTestbed({ firmware: 'v24.2.12' });
    expect(older.post(PATHS.limitOrder, long)).toMatchObject({ isSuccess: false, code: 1003 });
    expect(older.post(PATHS.restart, { ...long, reboot: false })).toMatchObject({ code: 6002 });
    expect(post(PATHS.limitOrder, long)).toMatchObject({ isSuccess: true, code: 1001 });
  });

  it('that is refused has the status 200, and needs the login', () => {
    const body = `data=${encodeURIComponent(JSON.stringify({ ...ORDER, limit_type: 7 }))}`;
    const refused = send('POST', PATHS.limitOrder, body, { ...LOGIN, ...FORM });
    expect(refused.status).toBe(200);
    expect(JSON.parse(refused.body)).toMatchObject({ type: 'warning', code: 5003 });
    expect(send('POST', PATHS.limitOrder, body, FORM).status).toBe(401);
  });
});

describe('the start', () => {
  const readOf = ({ liveData }: ReturnType<typeof createDeviceTestbed>) =>
    liveData().inverters.map(({ reading }) => reading !== undefined);

  it('brings one inverter after the other', () => {
    const testbed = createDeviceTestbed();
    expect(readOf(testbed)).toEqual([false, false, false]);
    testbed.clock.advance(600);
    expect(readOf(testbed)).toEqual([true, false, false]);
  });

  it('of a simulation finds a device that was on with all inverters read, which a restart forgets', () => {
    const testbed = createDeviceTestbed({ wasOn: true });
    expect(readOf(testbed)).toEqual([true, true, true]);
    testbed.device.restart(1);
    testbed.clock.advance(1000);
    expect(readOf(testbed)).toEqual([false, false, false]);
  });

  it('reads nothing where the clock is not set', () => {
    const scenario = SCENARIOS['clock-not-set'];
    expect(readOf(createDeviceTestbed({ wasOn: true, scenario }))).toEqual([false, false, false]);
  });
});

describe('a restart', () => {
  it('comes a second after the answer, closes the sockets, and the device begins anew', () => {
    const { post, get, clock, send, listen, device } = createDeviceTestbed();
    clock.advance(60_000);
    const listener = listen();
    expect(post(PATHS.restart, { reboot: false })).toMatchObject({ isSuccess: false, code: 6002 });
    expect(post(PATHS.restart, {})).toMatchObject({ isSuccess: false, code: 1005 });
    expect(post(PATHS.restart, { reboot: true })).toMatchObject({ isSuccess: true, code: 6001 });
    clock.advance(900);
    expect(send('GET', PATHS.systemStatus).status).toBe(200);
    expect(listener.isClosed()).toBe(false);
    clock.advance(200);
    expect(send('GET', PATHS.systemStatus).end).toBe('reset');
    expect(listener.isClosed()).toBe(true);
    expect(device.socketCount()).toBe(0);
    clock.advance(5000);
    expect(get(PATHS.systemStatus)).toMatchObject({ uptime: 0 });
    clock.advance(10_000);
    expect(get(PATHS.systemStatus)).toMatchObject({ uptime: 10 });
  });

  it('follows an upload, which is kept', () => {
    const { send, get, clock } = createDeviceTestbed();
    const { body, headers } = multipart([['name="config"; filename="x.json"', '[{"name":"Board"}]']]);
    const answer = send('POST', '/api/file/upload?file=pin_mapping.json', body, headers);
    expect(answer).toMatchObject({ status: 200, body: 'OK' });
    clock.advance(7000);
    expect(send('GET', '/api/file/get?file=pin_mapping.json').body).toBe('[{"name":"Board"}]');
    expect(get('/api/file/list')).toContainEqual({ name: 'pin_mapping.json', size: 18 });
  });

  it('follows an image whose MD5 is told, whatever that is', () => {
    const { send, device, clock } = createDeviceTestbed();
    const install = (...parts: [string, string][]) => {
      const { body, headers } = multipart(parts);
      return send('POST', PATHS.firmwareUpdate, body, headers);
    };
    const image: [string, string] = ['name="firmware"; filename="firmware"', 'an image'];
    expect(install(image)).toMatchObject({ status: 400, body: 'MD5 parameter missing' });
    expect(install(['name="MD5"', 'abc'], image)).toMatchObject({
      status: 400,
      body: 'MD5 parameter invalid',
    });
    clock.advance(7000);
    expect(device.firmware().release).toBe(26_03_30);
    expect(install(['name="MD5"', '0'.repeat(32)], image)).toMatchObject({ status: 200, body: 'OK' });
    clock.advance(1100);
    expect(send('GET', PATHS.systemStatus).end).toBe('reset');
  });

  it('brings the language of a pack that was uploaded', () => {
    const { send, get } = createDeviceTestbed();
    expect(get(PATHS.languages)).toEqual([]);
    const pack = JSON.stringify({ meta: { name: 'Español', code: 'es' }, webapp: {} });
    const { body, headers } = multipart([['name="config"; filename="es.lang.json"', pack]]);
    send('POST', '/api/file/upload?file=pack.lang.json', body, headers);
    expect(get(PATHS.languages)).toEqual([{ code: 'es', name: 'Español' }]);
  });
});
