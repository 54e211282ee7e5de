import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REAL_TIME_PRIORITY, REAL_TIME_RIGHT } from './real-time.ts';

const file = (path: string) =>
  readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8').replace(/\s+(?:# )?/g, ' ');

describe('how real-time priority is allowed', () => {
  it.each([
    ['LimitRTPRIO=', 'deploy/systemd/radio.conf'],
    ['rtprio: ', 'deploy/docker/radio.compose.yaml'],
  ])('is %s, as %s has it', (limit, path) => {
    expect(REAL_TIME_RIGHT).toContain(limit + REAL_TIME_PRIORITY);
    expect(file(path)).toContain(limit + REAL_TIME_PRIORITY);
  });

  it.each([
    ...['deploy/docker/radio.compose.yaml', 'docs/guide/radio.md', 'docs/how-to/radio.md'],
    'docs/reference/linux-devices.md',
  ])('is nowhere said to be SYS_NICE for ordinary users: %s', (path) => {
    const sentences = file(path).match(/[^.;]*SYS_NICE[^.;]*/g) ?? [];
    for (const sentence of [...sentences, REAL_TIME_RIGHT])
      expect(sentence).toMatch(/SYS_NICE.*root alone, or as an ambient capability/);
  });
});
