import { expect, it } from 'vitest';
import { nodeEndOfLife, nodeVersionProblem } from './node-version.ts';

it.each(['20.19.0', '20.20.2', '22.0.0', '24.11.1', '26.10.0', '100.0.0'])('runs on Node %s', (version) => {
  expect(nodeVersionProblem(version)).toBeUndefined();
});

it.each(['20.18.3', '18.20.0', '9.9.9'])('says what is wrong with Node %s', (version) => {
  expect(nodeVersionProblem(version)).toBe(
    `Heliograph needs Node 20.19 or newer, and this is Node ${version}.`,
  );
});

it.each([
  ['20.20.2', '2026-04-30', false],
  ['20.20.2', '2026-05-01', true],
  ['21.1.0', '2026-05-01', true],
  ['22.11.0', '2027-04-30', false],
  ['22.11.0', '2027-05-01', true],
  ['24.0.0', '2028-04-30', false],
  ['24.0.0', '2028-05-01', true],
  ['25.2.0', '2026-06-02', true],
  ['26.10.0', '2029-04-30', false],
  ['26.10.0', '2029-05-01', true],
  ['99.0.0', '2050-01-01', false],
])('Node %s on %s gets no fixes any more: %s', (version, day, isOver) => {
  const lastFixes = nodeEndOfLife(version, Date.parse(`${day}T12:00:00Z`));
  expect(lastFixes).toEqual(isOver ? expect.stringMatching(/^\d{4}-\d\d-\d\d$/) : undefined);
  if (lastFixes !== undefined) expect(Date.parse(lastFixes)).toBeLessThan(Date.parse(day));
});
