import {
  RESULT_CODES,
  type ReceivedSourceTrial,
  SECRET_PLACEHOLDER,
  SOURCE_NAME_MAX_LENGTH,
  SOURCE_PASSWORD_MAX_LENGTH,
  SOURCE_USER_MAX_LENGTH,
  type SourceConfig,
  type SourceProblem,
  type SourceUpdate,
  SourceUpdateSchema,
} from '@heliograph/contract';
import { lengthError } from '../../shared/form/length-note.ts';
import { schemaErrors } from '../../shared/form/schema-errors.ts';
import type { FieldErrors } from '../../shared/form/use-form.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import {
  type AddressProblem,
  addressText,
  isSameAddress,
  readAddress,
  type SourceAddress,
} from '../../shared/lib/source-address.ts';

/** What stands in the form of a device. A type and not an interface: only types are known to have no further keys. */
export type SourceValues = {
  readonly address: string;
  readonly user: string;
  readonly password: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Fingerprint of the one certificate that is trusted, and the address at which it is; empty where it is an authority's. */
  readonly certificate: string;
  readonly certificateAddress: string;
};

/** Who administers such devices, each of them. */
const DEFAULT_USER = 'admin';

/** What the form opens with: of a stored device, or of a new one. */
export function sourceValues(stored: SourceConfig | undefined): SourceValues {
  if (stored === undefined) {
    const none = { certificate: '', certificateAddress: '' };
    return { address: '', user: DEFAULT_USER, password: '', name: '', enabled: true, ...none };
  }
  const { user, password, name, enabled, certificate = '' } = stored;
  const address = addressText(stored);
  return { address, user, password, name, enabled, certificate, certificateAddress: address };
}

/** The one certificate that is trusted at the address of the form; empty where it is an authority's. */
export function trustedCertificate({ address, certificate, certificateAddress }: SourceValues): string {
  const [here, there] = [readAddress(address), readAddress(certificateAddress)];
  if (certificate === '' || typeof here === 'string' || typeof there === 'string') return '';
  return here.https && isSameAddress(here, there) ? certificate : '';
}

/** The address of the form, if it is one. */
export function addressOf({ address }: SourceValues): SourceAddress | undefined {
  const read = readAddress(address);
  return typeof read === 'string' ? undefined : read;
}

/** What is sent. Spaces around a name are nothing that anybody sees. */
export function sourceBody(values: SourceValues, stored: SourceConfig | undefined): SourceUpdate {
  const { user, password, name, enabled } = values;
  const { https, host, port, path } = addressOf(values) ?? NO_ADDRESS;
  return {
    id: stored?.id ?? '',
    name: name.trim(),
    ...{ enabled, https, host, port, path, user, password },
    certificate: trustedCertificate(values),
  };
}

/** Stands for an address that cannot be read: the form says so by itself. */
const NO_ADDRESS: SourceAddress = { https: false, host: 'unread', port: 80, path: '' };

/** The gateway keeps a password for one address and one certificate: it would not go along to another one. */
export function losesPassword(values: SourceValues, stored: SourceConfig | undefined): boolean {
  const address = addressOf(values);
  if (stored === undefined || address === undefined) return false;
  const isSame = isSameAddress(address, stored) && trustedCertificate(values) === (stored.certificate ?? '');
  return values.password === SECRET_PLACEHOLDER && !isSame;
}

/** What keeps each field from being saved. */
export function sourceErrors(
  texts: TextsOf<'common' | 'sources'>,
  values: SourceValues,
  stored: SourceConfig | undefined,
): FieldErrors<SourceValues> {
  const { sources: t } = texts;
  const refused = schemaErrors(texts, SourceUpdateSchema, sourceBody(values, stored));
  const problem = readAddress(values.address);
  const problems: Readonly<Record<AddressProblem, string>> = {
    empty: t.addressRequired,
    none: t.addressNone,
    scheme: t.addressScheme,
    login: t.addressLogin,
    query: t.addressQuery,
  };
  const tooLong = (text: string, max: number) => lengthError(texts, text, max);
  const refusedAddress = refused.host ?? refused.port ?? refused.path ?? refused.certificate;
  return {
    address: typeof problem === 'string' ? problems[problem] : refusedAddress,
    user: tooLong(values.user, SOURCE_USER_MAX_LENGTH) ?? refused.user,
    password: losesPassword(values, stored)
      ? t.passwordAgain
      : (tooLong(values.password, SOURCE_PASSWORD_MAX_LENGTH) ?? refused.password),
    name: tooLong(values.name.trim(), SOURCE_NAME_MAX_LENGTH) ?? refused.name,
  };
}

/** The field that a refusal is about. */
export function refusedField({ code, source_problem: problem }: ReceivedSourceTrial) {
  if (problem) return problem === 'login' ? 'password' : 'address';
  return FIELD_OF_CODE.get(code ?? 0);
}

const FIELD_OF_CODE: ReadonlyMap<number, keyof SourceValues> = new Map([
  [RESULT_CODES.SourceHostInvalid.code, 'address'],
  [RESULT_CODES.SourcePort.code, 'address'],
  [RESULT_CODES.SourcePathInvalid.code, 'address'],
  [RESULT_CODES.SourceTwice.code, 'address'],
  [RESULT_CODES.SourceSame.code, 'address'],
  [RESULT_CODES.SourceCertificateInvalid.code, 'address'],
  [RESULT_CODES.SourceUserLength.code, 'user'],
  [RESULT_CODES.SourceUserInvalid.code, 'user'],
  [RESULT_CODES.SourcePasswordLength.code, 'password'],
  [RESULT_CODES.SourceNameLength.code, 'name'],
]);

/** What happened, and what to do: one text. */
export function problemText(
  { plant, sources }: TextsOf<'plant' | 'sources'>,
  problem: SourceProblem,
): string {
  return `${plant.problems[problem]} ${sources.toDo[problem]}`;
}
