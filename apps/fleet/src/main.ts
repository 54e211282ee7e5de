import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };
import { addAdmin } from './add-admin.ts';
import { keepStoresBounded } from './broker-stores.ts';
import { writeBrokerUsers } from './broker-users.ts';
import { createLog, failureText } from './log.ts';
import { HELP, OptionsError, readCommand } from './options.ts';
import { startFleetServer } from './server.ts';

/** The built pages, seen from src/ as well as from dist/. */
const WEB_FOLDER = fileURLToPath(new URL('../../web/dist-fleet', import.meta.url));

/** Behind it `fleet` may stand, where the gateway has handed over to us. */
const args = process.argv.slice(2);

async function main(): Promise<void> {
  const command = readCommand({
    args: args[0] === 'fleet' ? args.slice(1) : args,
    environment: process.env,
    readTextFile: (path) => readFileSync(path, 'utf8'),
  });
  if (command.kind === 'help') {
    process.stdout.write(HELP);
    return;
  }
  if (command.kind === 'add-admin') {
    process.stdout.write(`${await addAdmin(command)}\n`);
    return;
  }
  const log = createLog(command.kind === 'serve' ? command.options.logLevel : command.logLevel);
  if (command.kind === 'broker-users') {
    const writing = await writeBrokerUsers({ ...command, log });
    if (writing === undefined) return;
    const bounding =
      command.stores.length > 0 ? keepStoresBounded({ addresses: command.stores, log }) : undefined;
    endOnSignal({
      stop() {
        bounding?.stop();
        return writing.stop();
      },
    });
    return;
  }
  const { version } = manifest;
  const server = await startFleetServer({ ...command.options, webFolder: WEB_FOLDER, version, log });
  log.info('The fleet page is served.', { port: server.port });
  endOnSignal(server);
}

function endOnSignal(running: { stop(): Promise<void> }): void {
  let isEnding = false;
  const end = () => {
    // Whoever asks twice does not want to wait.
    if (isEnding) process.exit(1);
    isEnding = true;
    setTimeout(() => process.exit(1), STOP_MAX_MS).unref();
    running.stop().then(() => process.exit(0), fail);
  };
  process.on('SIGINT', end).on('SIGTERM', end);
}

const STOP_MAX_MS = 8000;

function fail(error: unknown): void {
  const text = error instanceof OptionsError ? error.message : failureText(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

main().catch(fail);
