import { meter } from './meter.ts';
import { metered } from './metered.ts';
import { modbus } from './modbus.ts';
import { rule } from './rule.ts';

/** English: the meter of the house, the rule by it, and the plant over Modbus, which only our gateway has. */
export const texts = { meter, metered, modbus, rule };
