import { BODY_SCHEMAS, readLenientJson, SECRET_PLACEHOLDER } from '@heliograph/contract';

/** The password that counts after this data of a call that sets one was accepted. */
export function passwordAfter(
  data: string,
  before: string,
  name: 'setSecurityConfig' | 'setOwnPassword' = 'setSecurityConfig',
): string {
  const json = readLenientJson(data);
  if (!json.ok) throw new Error('what cannot be read was accepted');
  const { password } = BODY_SCHEMAS[name].parse(json.value);
  return password === SECRET_PLACEHOLDER ? before : password;
}
