import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../gateway/start-gateway.ts';
import { findProgram } from '../outside/find-program.ts';
import { freePort } from '../outside/free-port.ts';
import type { TestCertificate } from '../outside/test-authority.ts';

/** The broker and its tools; undefined where they are not installed. */
export const MOSQUITTO = findProgram('mosquitto');
export const MOSQUITTO_SUB = findProgram('mosquitto_sub');

export interface MosquittoOptions {
  /** Passwords by user name. Without any everybody may connect, else nobody else. */
  readonly users?: Readonly<Record<string, string>>;
  readonly tls?: TestCertificate;
  /** Lets in whoever has a certificate of this authority, in PEM, and nobody else; with `tls`. */
  readonly clientAuthority?: string;
  /** Any free one when not given. */
  readonly port?: number;
  /** Retained messages outlive a restart, also a violent one. */
  readonly persistence?: boolean;
}

/** A broker on loopback. */
export interface Mosquitto {
  readonly port: number;
  /** Ends it as it is. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Lets it end itself. */
  stop(): Promise<void>;
  /** Starts it again on the same port, also when it still runs. */
  restart(): Promise<void>;
  /** It stays where it is and does nothing: neither accepts, nor reads, nor closes. */
  pause(): void;
  resume(): void;
}

/**
 * Below the ports that systems give to outgoing connections, so that nobody sits on ours while the broker is down, and
 * away from the one of a broker that the machine may have.
 */
const PORTS = { first: 20_000, last: 31_999 };
const ATTEMPTS = 10;

/** Starts Mosquitto with its files in a folder of its own, and waits until it accepts. It goes when the test ends. */
export async function startMosquitto(options: MosquittoOptions = {}): Promise<Mosquitto> {
  const folder = await temporaryFolder();
  const guard = startGuard();
  let broker: ChildProcess | undefined;

  async function start(port: number): Promise<boolean> {
    const settings = await writeSettings(folder, port, options);
    const child = spawn(MOSQUITTO ?? 'mosquitto', ['-c', settings], { stdio: ['ignore', 'ignore', 'pipe'] });
    broker = child;
    guard.watch(child);
    return isRunning(child);
  }

  async function kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = broker;
    if (child === undefined || hasEnded(child)) return;
    const ended = once(child, 'exit');
    const send = () => {
      child.kill(signal);
      if (signal !== 'SIGKILL') child.kill('SIGCONT'); // a paused one would not hear it
    };
    send();
    // Just after it has said that it runs, it forgets what it was told before.
    const again = setInterval(send, 50);
    await ended;
    clearInterval(again);
    guard.watch(undefined);
  }

  onTestFinished(async () => {
    await kill();
    guard.stop();
  });
  /** Somebody may come before us; then it ends at once. */
  async function startAt(choosePort: () => number | Promise<number>): Promise<number> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const port = await choosePort();
      if (await start(port)) return port;
    }
    throw new Error('mosquitto does not start');
  }

  const { port: wanted } = options;
  const port = await startAt(wanted === undefined ? () => freePort(PORTS) : () => wanted);
  return {
    port,
    kill,
    stop: () => kill('SIGTERM'),
    async restart() {
      await kill();
      await startAt(() => port);
    },
    pause: () => broker?.kill('SIGSTOP'),
    resume: () => broker?.kill('SIGCONT'),
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Resolves once it listens, or has ended. Asking the port would not do: somebody else may have taken it. */
function isRunning(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let told = '';
    const listen = (chunk: Buffer) => {
      told += chunk.toString();
      if (!/ mosquitto version \S+ running$/m.test(told)) return;
      child.stderr?.off('data', listen).resume();
      resolve(true);
    };
    child.stderr?.on('data', listen);
    child.on('error', reject);
    child.on('exit', () => resolve(false));
  });
}

async function writeSettings(
  folder: string,
  port: number,
  { users = {}, tls, clientAuthority, persistence = false }: MosquittoOptions,
): Promise<string> {
  const passwordFile = join(folder, 'passwords');
  const certificateFile = join(folder, 'certificate.pem');
  const keyFile = join(folder, 'key.pem');
  const authorityFile = join(folder, 'authority.pem');
  const isOpen = Object.keys(users).length === 0;
  const settings = [
    `listener ${port} 127.0.0.1`,
    `user ${userInfo().username}`, // root would become somebody who may not read these files
    'log_dest stderr',
    `allow_anonymous ${isOpen}`,
    ...(isOpen ? [] : [`password_file ${passwordFile}`]),
    ...(tls ? [`certfile ${certificateFile}`, `keyfile ${keyFile}`] : []),
    ...(clientAuthority === undefined ? [] : [`cafile ${authorityFile}`, 'require_certificate true']),
    ...(persistence
      ? [
          'persistence true',
          `persistence_location ${folder}/`,
          'autosave_on_changes true',
          'autosave_interval 1',
        ]
      : []),
  ];
  if (tls) {
    await writeFile(certificateFile, tls.certificate);
    await writeFile(keyFile, tls.key, { mode: 0o600 });
  }
  if (clientAuthority !== undefined) await writeFile(authorityFile, clientAuthority);
  if (!isOpen) {
    await writeFile(
      passwordFile,
      Object.entries(users)
        .map((user) => `${user.join(':')}\n`)
        .join(''),
      { mode: 0o600 },
    );
    const { status } = spawnSync(findProgram('mosquitto_passwd') ?? 'mosquitto_passwd', ['-U', passwordFile]);
    if (status !== 0) throw new Error('mosquitto_passwd failed');
  }
  const file = join(folder, 'mosquitto.conf');
  await writeFile(file, `${settings.join('\n')}\n`);
  return file;
}

/**
 * A shell that kills the process it was told of last when its input ends, which it does in every case: also when the
 * tests themselves are killed nothing stays behind.
 */
function startGuard(): { watch(child: ChildProcess | undefined): void; stop(): void } {
  const script = 'while read -r line; do pid=$line; done; [ -z "$pid" ] || kill -KILL "$pid"';
  const guard = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  guard.stdin.on('error', () => undefined);
  return {
    watch: (child) => guard.stdin.write(`${child?.pid ?? ''}\n`),
    stop: () => guard.stdin.end('\n'),
  };
}
