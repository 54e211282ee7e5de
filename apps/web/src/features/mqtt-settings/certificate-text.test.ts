import { describe, expect, it } from 'vitest';
import { tidyCertificates } from './certificate-text.ts';

const PEM = `-----BEGIN CERTIFICATE-----
MIIBZzCCAQ6gAwIBAgIBATAKBggqhkjOPQQDAjASMRAwDgYDVQQDDAdUZXN0IENB
MCAXDTI2MTEyMTIwMjUxOVoYDzIxMjYxMDI4MjAyNTE5WjASMRAwDgYDVQQDDAdU
ZXN0IENBMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEKefnAHt51ZCS0tJR3ci+
DeiLpHjep8y2cWZYNNAHwOP5cgyhqDc68TLeZWKTcJH9Ra9sIUIAM6UTKkcESX+D
/6NTMFEwHQYDVR0OBBYEFGfvgffUsOnDv5Kbt/rWvpl5z6TnMB8GA1UdIwQYMBaA
FGfvgffUsOnDv5Kbt/rWvpl5z6TnMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0E
AwIDRwAwRAIgBSsOjBN+a8lLdXQoZ/niT2uuBe41OU6aKSWOsCd+g20CIApQiIzQ
fXps6F+wniKRSKhUxhrVEKuHI1JezDXWmYnf
-----END CERTIFICATE-----
`;
const wrapped = (bytes: readonly number[]) =>
  `-----BEGIN CERTIFICATE-----\n${btoa(String.fromCharCode(...bytes))}\n-----END CERTIFICATE-----\n`;
const SHORT = wrapped([0x30, 0x81, 3, 1, 2, 3]);

describe('a pasted certificate', () => {
  it.each([
    ['as it has to be', PEM],
    ['indented, with blank lines and CRLF', PEM.replaceAll('\n', '\r\n \r\n\t ')],
    ['in one line', PEM.replaceAll('\n', '')],
    ['in one line with blanks', PEM.replaceAll('\n', ' ')],
    ['out of a string of a program', PEM.replaceAll('\n', '\\n')],
    ['among other text', `subject=Test\n${PEM}-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----`],
  ])('is put in order: %s', (_how, text) => {
    expect(tidyCertificates(text)).toBe(PEM);
  });

  it('may be several, and short', () => {
    expect(tidyCertificates(`${PEM} and ${SHORT}`)).toBe(`${PEM}${SHORT}`);
  });

  it('is none where there are only blanks', () => {
    expect(tidyCertificates(' \n\t')).toBe('');
  });

  it.each([
    ['other text', 'DER'],
    ['no end', PEM.slice(0, -20)],
    ['no beginning', PEM.slice(20)],
    ['a second one without its end', `${PEM}-----BEGIN CERTIFICATE-----\nMIIB`],
    ['a first one without its end', `-----BEGIN CERTIFICATE-----\nMIIB\n${PEM}`],
    ['no base64', PEM.replace('MII', 'M*I')],
    ['a line less', PEM.replace(/\n.*/, '\n')],
    ['a character less', PEM.replace('nf\n', 'n\n')],
    ['something else in it', wrapped([0x04, 0x81, 1, 1])],
    ['nothing in it', wrapped([])],
  ])('is not complete with %s', (_what, text) => {
    expect(tidyCertificates(text)).toBeUndefined();
  });
});
