import { spawnSync } from 'node:child_process';
import { API_GENERATIONS } from '@heliograph/contract';
import { findProgram } from '@heliograph/testbed/outside/find-program.ts';
import { send } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { EVCC_EXPRESSIONS } from './energy.ts';
import { EXPECTED } from './expected.ts';
import { type ReachedGateway, startFor } from './reach-gateway.ts';

const JQ = findProgram('jq');
if (JQ === undefined)
  process.stderr.write('Skipped: the expressions of evcc need jq (Debian: apt-get install jq).\n');

/** What the real jq makes of live data. */
function evaluated(expression: string, text: string): string {
  const { status, stdout, stderr } = spawnSync(JQ ?? '', ['-r', expression], {
    input: text,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout.trim();
}

describe.skipIf(JQ === undefined).each(API_GENERATIONS)('jq, with the API %s', (generations) => {
  let gateway: ReachedGateway;
  beforeAll(async () => {
    gateway = await startFor(generations);
    return gateway.dispose;
  });

  it.each(['power', 'energy'] as const)('finds for evcc the %s that is in the table', async (name) => {
    const { text } = await send(gateway.port, '/api/livedata/status');
    const { total } = JSON.parse(text);
    const value = name === 'power' ? total.Power.v : total.YieldTotal.v;
    const isThere = EXPECTED.evcc[`show ${name}`][generations] === 'works';
    const found = evaluated(EVCC_EXPRESSIONS[name], text);
    if (isThere) expect(Number(found)).toBeCloseTo(value, 5);
    else expect(found).toBe('');
  });
});
