import { ACCESS_ROWS } from './access-rows.ts';
import { FAULT_ROWS } from './fault-rows.ts';
import { INPUT_ROWS } from './input-rows.ts';
import { LOAD_ROWS } from './load-rows.ts';
import type { RowPlan } from './row-plan.ts';

/** The whole plan, in the order of its page. */
const ROWS = { ...LOAD_ROWS, ...FAULT_ROWS, ...INPUT_ROWS, ...ACCESS_ROWS } as const;

export type RowId = keyof typeof ROWS;

export const PLAN: Readonly<Record<RowId, RowPlan>> = ROWS;
