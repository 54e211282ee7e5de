import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPage, loginPath, PATHS, safeReturnUrl } from './paths.ts';

describe('finding a page', () => {
  it('knows the 18 routes of the specification, and those of ours: accounts, alerts, events, findings, history, limits, modules, radio, sign-in, sources, time series, the guide and links that share', () => {
    expect(Object.values(PATHS).sort()).toEqual(
      [
        '/',
        '/login',
        '/about',
        '/events',
        '/findings',
        '/settings',
        '/settings/accounts',
        '/share',
        '/history',
        '/limits',
        '/info/network',
        '/info/system',
        '/info/ntp',
        '/info/mqtt',
        '/info/radio',
        '/info/console',
        '/settings/network',
        '/settings/ntp',
        '/settings/mqtt',
        '/settings/inverter',
        '/settings/sources',
        '/settings/alerts',
        '/modules',
        '/settings/dtu',
        '/settings/security',
        '/settings/signin',
        '/settings/timeseries',
        '/settings/device',
        '/settings/config',
        '/firmware/upgrade',
        '/maintenance/reboot',
        '/welcome',
      ].sort(),
    );
  });

  it('does not mind a slash at the end, and finds nothing elsewhere', () => {
    expect(findPage('/info/system/')).toBe('systemInfo');
    expect(findPage('/')).toBe('home');
    for (const path of ['', '//', '/info', '/info/systems', '/Login', '/login/x', 'login']) {
      expect(findPage(path), path).toBeUndefined();
    }
  });
});

describe('where to go after login', () => {
  it.each([
    ['/', '/'],
    ['/settings/ntp', '/settings/ntp'],
    ['/firmware/upgrade', '/firmware/upgrade'],
    ['/info/system?tab=2', '/info/system?tab=2'],
    ['/about#news', '/about#news'],
    ['/?a=1', '/?a=1'],
    ['/settings/ntp/', '/settings/ntp/'],
    ['/settings/ntp/?x=1#y', '/settings/ntp/?x=1#y'],
  ])('%j stays %j', (returnUrl, target) => {
    expect(safeReturnUrl(returnUrl)).toBe(target);
  });

  it.each([
    null,
    '',
    'about',
    '/login',
    '/login?returnUrl=%2Fabout',
    '//evil.example',
    '///evil.example',
    '//evil.example/about',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '/about\\..\\..',
    'https://evil.example',
    'https:/about',
    'HTTPS://evil.example/about',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    ' /about',
    '/about ',
    '/about\n',
    '\t/about',
    '/%2fevil.example',
    '/%5cevil.example',
    '%2f%2fevil.example',
    '/%09/evil.example',
    '/./about',
    '/../about',
    '/settings/../about',
    '/settings/%2e%2e/about',
    '/about//',
    '/login/',
    '/about%00',
    '/about;x',
    '/unknown',
    '/api/security/authenticate',
    '/about@evil.example',
    '/about?x=\\\\evil',
    '/ａbout',
  ])('%j leads home', (returnUrl) => {
    expect(safeReturnUrl(returnUrl)).toBe('/');
  });

  it('is always the path of a page of ours, whatever comes', () => {
    const parts = fc.constantFrom(
      '/',
      '\\',
      ':',
      '%2f',
      'about',
      'login',
      'evil.example',
      '?',
      '#',
      '@',
      '.',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(parts).map((list) => list.join('')),
        ),
        (returnUrl) => {
          const target = new URL(safeReturnUrl(returnUrl), 'http://gateway.local');
          expect(target.origin).toBe('http://gateway.local');
          expect(findPage(target.pathname)).toBeDefined();
          expect(findPage(target.pathname)).not.toBe('login');
        },
      ),
      { numRuns: 2000, seed: 20_261 },
    );
  });

  it('comes back through the login path', () => {
    const url = new URL(loginPath('/settings/ntp?x=1&y=2'), 'http://gateway.local');
    expect(url.pathname).toBe('/login');
    expect(url.searchParams.get('returnUrl')).toBe('/settings/ntp?x=1&y=2');
  });
});
