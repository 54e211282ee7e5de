import { expect, it } from 'vitest';
import { nodeVersionProblem } from './node-version.ts';

it.each(['20.19.0', '20.20.2', '22.0.0', '24.11.1', '100.0.0'])('runs on Node %s', (version) => {
  expect(nodeVersionProblem(version)).toBeUndefined();
});

it.each(['20.18.3', '18.20.0', '9.9.9'])('says what is wrong with Node %s', (version) => {
  expect(nodeVersionProblem(version)).toBe(
    `Heliograph needs Node 20.19 or newer, and this is Node ${version}.`,
  );
});
