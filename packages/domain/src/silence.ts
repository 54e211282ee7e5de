/**
 * An inverter is out of reach when more requests than this failed in a row. Source:
 * docs/reference/radio-protocol.md#exchanges.
 */
export const REACHABLE_FAILURES_MAX = 2;

/**
 * What an inverter's silence means. `asleep`: its sun has set. `problem`: its sun is well up, or another inverter
 * produces, or the radio is at fault. `unclear`: nobody can tell day from night. `unpolled`: its owner has switched off that it is
 * asked, always or at night, and so it is now.
 */
export type Silence = 'asleep' | 'unclear' | 'problem' | 'unpolled';
