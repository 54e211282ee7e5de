import { ENDPOINTS, type EndpointName, SECRET_PLACEHOLDER, type SentAnswer } from '@heliograph/contract';

/** An answer as it is for whoever is not logged in; an empty text stays empty, as there is nothing to hide. */
export function masked<N extends EndpointName>(name: N, answer: SentAnswer<N>): SentAnswer<N> {
  const { privateKeys = [] }: { readonly privateKeys?: readonly string[] } = ENDPOINTS[name];
  if (privateKeys.length === 0 || typeof answer !== 'object' || answer === null) return answer;
  const values = Object.entries(answer).map(([key, value]) => [
    key,
    privateKeys.includes(key) && value !== '' ? SECRET_PLACEHOLDER : value,
  ]);
  return Object.fromEntries(values);
}

/** Whether anything in the answers of a call is not for everybody who may read. */
export function hasPrivateKeys(name: EndpointName): boolean {
  return ENDPOINTS[name].privateKeys !== undefined;
}
