import { basicAuthorization } from '@heliograph/contract';

/** Ways to say the right Authorization header of the admin wrongly: every prefix (the empty one too), and other spellings. */
export function mangledLogins(right: string): readonly string[] {
  const encoded = right.slice('Basic '.length);
  const utf8 = (text: string) => basicAuthorization(Buffer.from(text).toString('base64'));
  return [
    ...Array.from({ length: right.length }, (_, length) => right.slice(0, length)),
    `basic ${encoded}`,
    `BASIC ${encoded}`,
    `xBasic ${encoded}`,
    `Bearer ${encoded}`,
    `Basic  ${encoded}`,
    `Basic\t${encoded}`,
    encoded,
    `${right}=`,
    `${right}==`,
    `${right}x`,
    `${right},`,
    `${right} x`,
    `${right}, ${right}`,
    `Basic ${encoded.toLowerCase()}`,
    `Basic ${encoded.toUpperCase()}`,
    `Basic ${encodeURIComponent(right)}`,
    'Basic',
    'Basic =',
    'Basic Og==',
    utf8('Admin:openDTU42'),
    utf8('ADMIN:openDTU42'),
    utf8('admin :openDTU42'),
    utf8(' admin:openDTU42'),
    utf8('\ufeffadmin:openDTU42'),
    utf8('root:openDTU42'),
    utf8(':openDTU42'),
    utf8('admin:'),
    utf8('admin'),
    utf8('adminopenDTU42'),
    utf8('admin:opendtu42'),
    utf8('admin:openDTU42\n'),
    utf8('admin:openDTU42\0'),
    utf8('openDTU42:admin'),
  ];
}
