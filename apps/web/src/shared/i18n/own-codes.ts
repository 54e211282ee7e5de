import type { ResultCode } from '@heliograph/contract';

type Beginning<Digits extends string> = {
  [C in ResultCode]: `${C}` extends `${Digits}${string}` ? C : never;
}[ResultCode];

/** Results that only the page of the limits gets: its texts have them. Those of an order are with all others. */
export type LimitCode = Exclude<Beginning<'190'>, 19001 | 19002 | 19026>;

/** Those of the rule, the meter and Modbus are with the texts of these, which come later. */
export type HouseCode = Beginning<'191' | '192' | '193'>;

/** Results that only the page of the alerts gets, by their names. */
export type AlertCode = Beginning<'22'>;

/** Results that only what has to do with accounts gets. */
export type AccountCode = Exclude<Beginning<'210'>, PasskeyCode>;

/** Results that only whoever has to do with passkeys gets. */
export type PasskeyCode = Beginning<'2106'>;

/** Results that only the guide of a fresh gateway gets. */
export type FirstRunCode = Beginning<'215'>;

/** Results that only the page of the ways to sign in gets, by their names. */
export type SignInCode = Beginning<'211'>;

/** Of these the ones that a login by OpenID Connect has. */
export type OpenIdCode = Exclude<SignInCode, Beginning<'2110'>> | Extract<SignInCode, 21109>;

/** Results that only the page of the time-series database gets, by their names. */
export type TimeseriesCode = Beginning<'23'>;
