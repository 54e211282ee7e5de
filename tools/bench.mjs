/**
 * `npm run bench`: runs every bench/*.bench.ts, one after the other, and prints what they measured as one table.
 * A bench prints one line of JSON per figure: { "what": string, "value": number, "unit": string }. It measures;
 * it never fails on a time.
 */
import { requireNode } from './node-version.mjs';

requireNode();
void import('./bench-table.mjs').then((module) => module.runBenches(process.argv.slice(2)));
