import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { DATA, type MalformedCase } from '../tools/input/malformed-case.ts';
import { MALFORMED_HEADERS } from '../tools/input/malformed-headers.ts';
import { MALFORMED_LINES } from '../tools/input/malformed-lines.ts';
import { askRaw, type RawAnswer } from '../tools/network/raw-http.ts';

const row = openRow('B3');
const CASES = [...MALFORMED_LINES, ...MALFORMED_HEADERS];
const AT_ONCE = 8;

/** Texts of libraries, of the language and of the disk, which concern nobody outside. */
const INSIDE = /node_modules|\.ts\b|\.js\b|HPE_|FST_|ERR_|\bError\b|\bat [/\w]+:\d+|undefined/;

/** What is wrong with an answer, in a few words; empty where nothing is. */
function faultOf([what, text, status, closes]: MalformedCase, answer: RawAnswer): string {
  const { head, body } = answer;
  const isJson = /^content-type: application\/json\r?$/im.test(head);
  const faults = [
    answer.status !== status && `status ${answer.status} in place of ${status}`,
    answer.isClosed !== (closes === 'closes') && (answer.isClosed ? 'closed' : 'not closed'),
    answer.status >= 400 && INSIDE.test(`${head}${body}`) && 'tells what is inside',
    answer.status >= 400 && !/^cache-control: no-store\r?$/im.test(head) && 'may be kept',
    answer.status >= 400 &&
      body !== '' &&
      !(isJson && JSON.parse(body).message) &&
      `says ${body.slice(0, 60)}`,
  ].filter((fault) => fault !== false);
  return faults.length === 0 ? '' : `${what} (${JSON.stringify(text.slice(0, 60))}): ${faults.join(', ')}`;
}

async function faultsOf({ port }: TestGateway): Promise<string[]> {
  const faults: string[] = [];
  let next = 0;
  async function askSome(): Promise<void> {
    for (let one = CASES[next++]; one !== undefined; one = CASES[next++]) {
      const fault = faultOf(one, await askRaw(port, one[1]));
      if (fault !== '') faults.push(fault);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askSome));
  return faults;
}

/** A gateway that has a page to give. */
async function withPage() {
  const webFolder = await mkdtemp(join(tmpdir(), 'heliograph-'));
  onTestFinished(() => rm(webFolder, { recursive: true }));
  await writeFile(join(webFolder, 'index.html'), '<!doctype html>');
  return { webFolder, scenario: 'no-inverters' } as const;
}

describe('requests that are none', { timeout: 180_000 }, () => {
  it('get a short answer, and no second chance where nobody knows where they end', async () => {
    const gateway = await startTestGateway(await withPage());
    const faults = await faultsOf(gateway);
    row.figure({ what: 'requests', value: CASES.length, goal: { atLeast: 300 } });
    expect.soft(faults).toEqual([]);
    row.figure({ what: 'answered wrongly', value: faults.length, goal: { exactly: 0 } });
    expect((await send(gateway.port, DATA)).status).toBe(200);
    expect(gateway.logLines.filter((line) => line.includes(' error '))).toEqual([]);
  });

  it.each(['malformedAnswer', 'twoHostNames'] as const)('are missed without %s', async (seam) => {
    const faults = await without([seam], async () => faultsOf(await startTestGateway(await withPage())));
    const value = faults.length;
    row.counterProof({ what: 'answered wrongly', without: SEAMS[seam], value, goal: { exactly: 0 } });
  });

  it('and bodies that nobody asked for are not read', async () => {
    const { port } = await startTestGateway({ scenario: 'no-inverters' });
    const headers = { 'content-type': 'application/json' };
    const answer = await send(port, '/api/nothing', { method: 'POST', headers, body: 'x'.repeat(50_000) });
    expect([answer.status, answer.headers.connection]).toEqual([404, 'close']);
    const withLength = { ...headers, 'content-length': '7' };
    expect((await send(port, DATA, { headers: withLength, body: '{"a":1}' })).status).toBe(200);
  });
});
