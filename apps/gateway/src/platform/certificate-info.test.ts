import { rootCertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { certificateInfo, fingerprintOf } from './certificate-info.ts';

/** Source: docs/reference/original-device.md#mqtt-settings. */

const ISRG_ROOT_X1 =
  '96:BC:EC:06:26:49:76:F3:74:60:77:9A:CF:28:C5:A7:CF:E8:A3:C0:AA:E1:1A:8F:FC:EE:05:C0:BD:DF:08:C6';
const ISRG_ROOT_X2 =
  '69:72:9B:8E:15:A8:6E:FC:17:7A:57:AF:B7:17:1D:FC:64:AD:D2:8C:2F:CA:8C:F1:50:7E:34:45:3C:CB:14:70';

function authority(fingerprint: string): string {
  const pem = rootCertificates.find((candidate) => fingerprintOf(candidate) === fingerprint);
  if (pem === undefined) throw new Error('the list of authorities lacks it');
  return pem;
}

/** A certificate's info as an object of its lines. */
const linesOf = (pem: string) =>
  Object.fromEntries(
    certificateInfo(pem)
      .split('\n')
      .map((line) => line.split(/ +: /, 2)),
  );

describe('the info of a certificate', () => {
  it('tells everything of ISRG Root X1', () => {
    expect(certificateInfo(authority(ISRG_ROOT_X1)).split('\n')).toEqual([
      'version         : 3',
      'serial number   : 82:10:CF:B0:D2:40:E3:59:44:63:E0:BB:63:82:8B:00',
      'issuer name     : C=US, O=Internet Security Research Group, CN=ISRG Root X1',
      'subject name    : C=US, O=Internet Security Research Group, CN=ISRG Root X1',
      'issued  on      : 2015-06-04 11:04:38',
      'expires on      : 2035-06-04 11:04:38',
      'signed using    : RSA with SHA-256',
      'RSA key size    : 4096 bits',
      'authority       : yes',
      `SHA-256         : ${ISRG_ROOT_X1}`,
    ]);
  });

  it('tells the size of a key on a curve', () => {
    expect(linesOf(authority(ISRG_ROOT_X2))).toMatchObject({
      'subject name': 'C=US, O=Internet Security Research Group, CN=ISRG Root X2',
      'EC key size': '384 bits',
      'signed using': 'ECDSA with SHA-384',
    });
  });

  it('has no empty value for any public authority', () => {
    for (const pem of rootCertificates) {
      for (const [label, value] of Object.entries(linesOf(pem)))
        expect(value, `${label} of ${pem}`).toMatch(/\S/);
    }
  });

  it.each(['', 'text', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n', 'null'])(
    'is empty for %j',
    (text) => {
      expect(certificateInfo(text)).toBe('');
    },
  );

  it('is that of the first of several', () => {
    const both = `${authority(ISRG_ROOT_X2)}\n${authority(ISRG_ROOT_X1)}\n`;
    expect(linesOf(both)['SHA-256']).toBe(ISRG_ROOT_X2);
  });
});
