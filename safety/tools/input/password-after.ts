import { BODY_SCHEMAS, readLenientJson, SECRET_PLACEHOLDER } from '@heliograph/contract';

/** The password that counts after this data of Settings, Security was accepted. */
export function passwordAfter(data: string, before: string): string {
  const json = readLenientJson(data);
  if (!json.ok) throw new Error('what cannot be read was accepted');
  const { password } = BODY_SCHEMAS.setSecurityConfig.parse(json.value);
  return password === SECRET_PLACEHOLDER ? before : password;
}
