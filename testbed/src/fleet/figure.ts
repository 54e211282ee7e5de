import { appendFileSync } from 'node:fs';

/** Says what was measured, and keeps it for the end of the lane, which prints all of it. */
export function figure(what: string): void {
  process.stderr.write(`${what}\n`);
  const file = process.env.HELIOGRAPH_FLEET_FIGURES;
  if (file !== undefined) appendFileSync(file, `${what}\n`);
}
