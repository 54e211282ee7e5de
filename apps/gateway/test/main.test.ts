import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { resultOf } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { formOf, imageForm, imagePart, md5Part, upload } from '@heliograph/testbed/gateway/upload-form.ts';
import { startMosquitto } from '@heliograph/testbed/mqtt/mosquitto.ts';
import { startMosquittoSubscriber } from '@heliograph/testbed/mqtt/mosquitto-subscriber.ts';
import { LONG_TEST_MS, needMosquitto } from '@heliograph/testbed/mqtt/mqtt-plant.ts';
import { buildImage, md5Of } from '@heliograph/testbed/outside/firmware-image.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type BuiltMain, buildMain, portOf, RUNNING } from './build-main.ts';

let main: BuiltMain;
beforeAll(async () => {
  main = await buildMain();
  return main.dispose;
}, 60_000);

const run: BuiltMain['run'] = (flags, variables) => main.run(flags, variables);

describe('a start', { timeout: 30_000 }, () => {
  it('prints address, login, data folder and scenario, and ends well on a signal', async () => {
    const folder = join(await temporaryFolder(), 'data');
    const gateway = run(['--port', '0', '--data', folder, '--scenario', 'one-inverter']);
    const output = await gateway.shows(RUNNING);
    expect(output).toContain('user admin, password openDTU42');
    expect(output).toContain(folder);
    expect(output).toContain('one-inverter. A single inverter');
    const { status, text } = await send(portOf(output), '/api/livedata/status');
    expect(status).toBe(200);
    expect(JSON.parse(text).inverters).toHaveLength(1);
    gateway.child.kill('SIGTERM');
    expect(await gateway.ended).toMatchObject({ code: 0, errors: '' });
  });

  it('takes everything from variables, and a flag over its variable', async () => {
    const folder = await temporaryFolder();
    const gateway = run(['--scenario=no-inverters'], {
      HELIOGRAPH_PORT: '0',
      HELIOGRAPH_DATA: folder,
      HELIOGRAPH_SCENARIO: 'night',
      HELIOGRAPH_FIRST_PASSWORD: 'canary of a password',
      HELIOGRAPH_LOG_LEVEL: 'trace',
      HELIOGRAPH_SPEED: '60',
      HELIOGRAPH_SEED: '7',
      HELIOGRAPH_HOST: '',
    });
    const output = await gateway.shows(RUNNING);
    expect(output).toContain('no-inverters. ');
    expect(output).toContain('with the first password you gave');
    const headers = login('canary of a password');
    const answer = await send(portOf(output), '/api/security/authenticate', { headers });
    expect(answer.status).toBe(200);
    gateway.child.kill('SIGINT');
    const ended = await gateway.ended;
    expect(ended.code).toBe(0);
    expect(ended.output).toContain('debug Answered a request.');
    expect(ended.output).not.toContain('canary');
  });

  it('ends at once on the second signal, unless that is the first one passed on by npm', async () => {
    const gateway = run(['--port', '0', '--data', await temporaryFolder()]);
    const port = portOf(await gateway.shows(RUNNING));
    const reading = await openSocket(port);
    const stalled = await openSocket(port);
    stalled.socket.pause(); // keeps the graceful stop busy for a second
    gateway.child.kill('SIGTERM');
    expect(await reading.closed).toBe(1012);
    gateway.child.kill('SIGTERM'); // the same one at once: npm
    expect(await Promise.race([gateway.ended, delay(350, 'still ending')])).toBe('still ending');
    gateway.child.kill('SIGTERM');
    expect((await gateway.ended).code).toBe(1);
    stalled.socket.terminate();
  });

  it('shows all flags and scenarios with --help, and starts nothing', async () => {
    const { code, output, errors } = await run(['--help']).ended;
    expect([code, errors]).toEqual([0, '']);
    for (const flag of 'port host allowed-hosts data scenario speed seed first-password log-level help'.split(
      ' ',
    )) {
      expect(output).toContain(`--${flag}`);
    }
    expect(output).toContain('HELIOGRAPH_PORT');
    expect(output).toContain('weak-signal');
    expect(output).not.toContain('is running');
  });
});

describe('a start with damaged settings', { timeout: 30_000 }, () => {
  it('says in one sentence that it is in recovery mode, where, and why', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'settings.db'), '{}');
    const gateway = run(['--port', '0', '--data', folder]);
    const output = await gateway.shows(/ {2}Recovery mode, because.*\n/);
    expect(output).toMatch(/^Heliograph is running at http:\/\/localhost:\d+$/m);
    expect(output).toContain('Recovery mode, because of settings.db (damaged): ');
    expect(output).toContain(`settings.db in ${folder} cannot be used`);
    gateway.child.kill('SIGTERM');
    expect((await gateway.ended).code).toBe(0);
  });
});

describe('a gateway with MQTT', { timeout: LONG_TEST_MS }, () => {
  beforeEach(needMosquitto);

  it('is told offline by the broker when it is killed, and by itself when it ends', async () => {
    const broker = await startMosquitto();
    const folder = await temporaryFolder();
    const topic = 'solar/dtu/status';
    const other = await startMosquittoSubscriber(broker.port, { topic });
    const isTold = async (payload: string) => {
      await other.until((message) => message.payload === payload);
      other.forget();
      const late = await startMosquittoSubscriber(broker.port, { topic });
      expect(await late.until(() => true)).toMatchObject({ payload, retain: true });
    };
    const flags = ['--port', '0', '--data', folder];

    const opened = { HELIOGRAPH_FIRST_PASSWORD: 'openDTU42' }; // this copy looks like one in a container
    const killed = run(flags, opened);
    const port = portOf(await killed.shows(RUNNING));
    const { text } = await send(port, '/api/mqtt/config', { headers: login() });
    const here = { mqtt_enabled: true, mqtt_hostname: '127.0.0.1', mqtt_port: broker.port };
    const saved = await postData(port, '/api/mqtt/config', { ...JSON.parse(text), ...here });
    expect(resultOf(saved)).toBe(1001);
    await isTold('online');
    killed.child.kill('SIGKILL');
    await isTold('offline');

    const ended = run(flags);
    await isTold('online');
    ended.child.kill('SIGTERM');
    await isTold('offline');
    expect((await ended.ended).code).toBe(0);
  });
});

describe('a start that cannot be', { timeout: 30_000 }, () => {
  async function refusal(flags: readonly string[], variables?: Readonly<Record<string, string>>) {
    const { code, output, errors } = await run(flags, variables).ended;
    expect(code).toBe(1);
    const said = output.split('\n').filter((line) => !/ warn +Node \d+/.test(line)); // of an old Node it says so first
    expect(said.join('\n')).toBe('');
    expect(errors).toMatch(/^[^\n]+\.\n$/); // one sentence, or two, on one line
    expect(errors).not.toMatch(/\bat \S+:\d+|node_modules/);
    return errors.trimEnd();
  }

  it.each([
    [['--port', 'x'], '--port must be a whole number from 0 to 65535, not "x".'],
    [['--frob'], 'There is no flag --frob; see --help for all flags.'],
    [['--scenario', 'x'], /^--scenario must be one of three-inverters, .*, not "x"\.$/],
  ] as const)('says why: %j', async (flags, sentence) => {
    expect(await refusal(flags)).toMatch(sentence);
  });

  it('says which variable is wrong', async () => {
    expect(await refusal([], { HELIOGRAPH_SPEED: '-1' })).toBe(
      'HELIOGRAPH_SPEED must be a number above 0 and up to 100000, not "-1".',
    );
  });

  it('says that the first password is too short, without showing it', async () => {
    const sentence = await refusal(['--first-password', 'canary', '--data', await temporaryFolder()]);
    expect(sentence).toContain('8 to 64 bytes');
    expect(sentence).not.toContain('canary');
  });

  it('says that the port is in use', async () => {
    const server = createServer();
    onTestFinished(() => {
      server.close();
    });
    const port = await new Promise<number>((resolve) => {
      server.listen(0, () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    const flags = ['--port', String(port), '--data', await temporaryFolder()];
    expect(await refusal(flags)).toBe(`Port ${port} is already in use; choose another one with --port.`);
  });

  it('says that the machine has no such address', async () => {
    const flags = ['--port', '0', '--host', '192.0.2.1', '--data', await temporaryFolder()];
    expect(await refusal(flags)).toBe(
      'The gateway cannot listen on the address 192.0.2.1 (this machine has no such address); choose another one with --host.',
    );
  });

  it('says that the data folder cannot be written', async () => {
    const file = join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    expect(await refusal(['--data', join(file, 'data')])).toBe(
      `The data folder ${join(file, 'data')} cannot be written (a part of the path is not a folder); choose another one with --data.`,
    );
    expect(await refusal(['--data', file])).toContain('cannot be written (a file is in its place)');
  });

  it('says that the settings are of another version', async () => {
    const folder = await temporaryFolder();
    const sha256 = createHash('sha256').update('[2,1,{}]').digest('hex');
    const file = JSON.stringify({ format: 2, generation: 1, sha256, body: {} });
    await writeFile(join(folder, 'security.json'), file);
    expect(await refusal(['--data', folder])).toContain(
      'written by another version of Heliograph (format 2)',
    );
  });
});

/** From now on the most memory that a process ever had is what it has; only Linux does that. */
const resetMemoryPeak = ({ pid }: ChildProcess) => writeFile(`/proc/${pid}/clear_refs`, '5');

/** The most memory that a process had, in bytes. */
async function memoryPeakOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

describe('uploads', { timeout: 60_000 }, () => {
  it.runIf(process.platform === 'linux')('take little memory, however large they are', async () => {
    const flags = ['--port', '0', '--data', await temporaryFolder(), '--scenario', 'no-inverters'];
    const gateway = run(flags, { HELIOGRAPH_FIRST_PASSWORD: 'openDTU42' });
    const port = portOf(await gateway.shows(RUNNING));
    const refused = async (body: Uint8Array, isChunked: boolean) =>
      expect((await upload(port, 'updateFirmware', body, { isChunked })).status).toBe(500);
    const wrongMd5 = (bytes: Uint8Array) => formOf([md5Part(md5Of(Buffer.alloc(0))), imagePart(bytes)]);
    await refused(wrongMd5(Buffer.alloc(1000)), false); // whatever is loaded at the first one
    const { bytes } = buildImage({ segments: [1_500_000] });
    const large = imageForm(Buffer.alloc(16 * 1_048_576, 0xe9));
    const packed = [bytes, gzipSync(bytes), gzipSync(Buffer.alloc(200 * 1_048_576))].map(wrongMd5);
    const grownBytesBy = async (body: Uint8Array, isChunked: boolean) => {
      await resetMemoryPeak(gateway.child);
      const beforeBytes = await memoryPeakOf(gateway.child);
      await refused(body, isChunked);
      return (await memoryPeakOf(gateway.child)) - beforeBytes;
    };
    // Pieces that were read pile up until the engine collects them, at 32 MB; the size of an upload adds nothing.
    expect(await grownBytesBy(large, false)).toBeLessThan(40 * 1_048_576);
    for (const body of [large, ...packed]) {
      // An upload that was kept whole would grow the memory every time, a late collection only sometimes.
      const grownBytes: number[] = [];
      for (let attempt = 0; attempt < 3; attempt += 1) grownBytes.push(await grownBytesBy(body, true));
      expect(Math.min(...grownBytes)).toBeLessThan(16 * 1_048_576);
    }
    expect((await upload(port, 'updateFirmware', imageForm(bytes))).text).toBe('OK');
  });
});
