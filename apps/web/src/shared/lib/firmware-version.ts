/**
 * The version in a device's build description: the `g` of a short commit hash is cut off and nothing else. Empty where
 * it is not known: no text, or a hash of zeros. Source: device contract, section 1.17 and quirk 61.
 */
export function firmwareVersion(gitHash: string): string {
  const version = gitHash.trim().replace(/^g(?=[0-9a-f]+$)/i, '');
  return /^0*$/.test(version) ? '' : version;
}
