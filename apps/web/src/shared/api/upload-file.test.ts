import { restoreConfig, updateFirmware } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { createFakeRequests } from '../../../test/fake-request.ts';
import { createTestServices } from '../../../test/test-services.ts';
import { uploadFile } from './upload-file.ts';

const USER = { type: 'success', message: '', authdata: 'YWRtaW46eA==' };

function send(query?: Record<string, string>) {
  const requests = createFakeRequests();
  const stored = { user: JSON.stringify(USER) };
  const { services, clock } = createTestServices({ openRequest: requests.open, stored });
  const percents: number[] = [];
  const abort = new AbortController();
  const result = uploadFile(services, query ? restoreConfig : updateFirmware, {
    ...(query && { query }),
    form: new FormData(),
    onPercent: (percent) => percents.push(percent),
    signal: abort.signal,
  });
  return { request: requests.last, session: services.session, clock, percents, abort, result };
}

describe('a file that is sent', () => {
  it('goes with the login and the mark of our own page, to the file that is named', () => {
    const { request } = send({ file: 'a b.json' });
    expect(`${request.method} ${request.url}`).toBe('POST /api/config/upload?file=a+b.json');
    expect(request.headers).toEqual({
      'X-Requested-With': 'XMLHttpRequest',
      Authorization: 'Basic YWRtaW46eA==',
    });
    expect(send().request.url).toBe('/api/firmware/update');
  });

  it('tells how far it is, and that all is there', async () => {
    const { request, percents, result } = send();
    request.sends(1, 300);
    request.sends(299, 300);
    request.sendsAll();
    request.answers();
    expect(percents).toEqual([0, 99, 100]);
    expect(await result).toEqual({ kind: 'accepted' });
  });

  it.each([
    ['the sentence of a 500', { status: 500, text: 'No.' }, ['No.']],
    ['a 500 without a type', { status: 500, text: 'No.', type: '' }, ['No.']],
    [
      'a page without a type',
      { status: 500, statusText: 'Oh', text: ' <!doctype html>', type: '' },
      ['[HTTP ERROR] Oh'],
    ],
    [
      'a 500 without words',
      { status: 500, statusText: 'Internal Server Error', text: '' },
      ['[HTTP ERROR] Internal Server Error'],
    ],
    [
      'a page instead of words',
      { status: 502, statusText: 'Bad Gateway', text: '<p>', type: 'text/html' },
      ['[HTTP ERROR] Bad Gateway'],
    ],
    [
      'the words of an original',
      { status: 400, statusText: 'Bad Request', text: 'Could not end OTA' },
      ['[HTTP ERROR] Bad Request', 'Could not end OTA'],
    ],
    ['a status without words', { status: 413, text: '' }, ['[HTTP ERROR] 413']],
  ])('is refused with %s', async (_, answer, reasons) => {
    const { request, result } = send();
    request.answers(answer);
    expect(await result).toEqual({ kind: 'refused', status: answer.status, reasons });
  });

  it('is refused with the reason that the gateway names, if it is one that we know', async () => {
    for (const [header, named] of [
      ['too-large?max=65536', { refusal: { name: 'too-large', params: { max: '65536' } } }],
      ['of-next-year?x=1', {}],
    ] as const) {
      const { request, result } = send();
      request.answers({ status: 500, text: 'No.', headers: { 'x-heliograph-refusal': header } });
      expect(await result).toEqual({ kind: 'refused', status: 500, reasons: ['No.'], ...named });
    }
  });

  it('is not known where a success says something else', async () => {
    for (const text of ['<!doctype html>', '']) {
      const { request, result } = send();
      request.answers({ text, type: 'text/html' });
      expect(await result).toEqual({ kind: 'missing' });
    }
  });

  it('ends a login that is no longer good', async () => {
    const { request, session, result } = send();
    request.answers({ status: 401 });
    expect(await result).toEqual({ kind: 'unauthorized' });
    expect(session.user()).toBeUndefined();
  });

  it('does not end a login that was made meanwhile', async () => {
    const { request, session, result } = send();
    session.logIn({ ...USER, authdata: 'YWRtaW46eQ==' });
    request.answers({ status: 401 });
    expect(await result).toEqual({ kind: 'unauthorized' });
    expect(session.user()?.authdata).toBe('YWRtaW46eQ==');
  });

  it('may be lost on its way, or only the answer', async () => {
    const first = send();
    first.request.sends(1, 2);
    first.request.fails();
    expect(await first.result).toEqual({ kind: 'unreachable', isSent: false });
    const second = send();
    second.request.sendsAll();
    second.request.fails();
    expect(await second.result).toEqual({ kind: 'unreachable', isSent: true });
  });

  it('is given up when nothing goes for a minute, however long it takes', async () => {
    const { request, clock, result } = send();
    for (let part = 0; part < 10; part += 1) {
      clock.advance(59_000);
      request.sends(part, 100);
    }
    expect(request.isAborted).toBe(false);
    clock.advance(60_000);
    expect(request.isAborted).toBe(true);
    expect(await result).toEqual({ kind: 'unreachable', isSent: false });
  });

  it('stops when it is told to', async () => {
    const { request, abort, result } = send();
    abort.abort();
    expect(request.isAborted).toBe(true);
    expect((await result).kind).toBe('unreachable');
  });
});
