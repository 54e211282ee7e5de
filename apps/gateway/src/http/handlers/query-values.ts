import { ParameterError } from '../answers/nothing-there-error.ts';

/** The parameters of a call. */
export type Query = Readonly<Record<string, string | undefined>>;

/** Undefined where it is not there. Throws a `ParameterError` where it makes no sense. */
export function numberIn(query: Query, name: string): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  if (!/^\d{1,11}$/.test(text)) throw new ParameterError(`${name} must be a whole number.`);
  return Number(text);
}

/** As above. */
export function oneOf<Value extends string>(
  values: readonly Value[],
  query: Query,
  name: string,
): Value | undefined {
  const text = query[name];
  const value = values.find((known) => known === text);
  if (value === undefined && text !== undefined)
    throw new ParameterError(`${name} must be one of ${values.join(', ')}.`);
  return value;
}
