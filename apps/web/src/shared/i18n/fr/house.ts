import type { Texts } from '../texts.ts';
import { meter } from './meter.ts';
import { metered } from './metered.ts';
import { modbus } from './modbus.ts';
import { rule } from './rule.ts';

/** French. */
export const texts: Texts['house'] = { meter, metered, modbus, rule };
