import { writeSync } from 'node:fs';
import { createLog } from '../src/platform/log.ts';
import { createHostPlatform } from '../src/platform/platform.ts';
import { operationAt } from './kill-model.ts';
import { type Flaw, flawed, KILL_HASH, openKillStore } from './kill-store.ts';

/**
 * The process that is killed: `store <folder> <seed> <first index> [flaw]` does one operation after the other and prints
 * the number of each that is done, `gateway <folder> [flaw]` is a whole gateway and prints its port. Both begin with a line.
 */

const [kind = '', folder = '', ...words] = process.argv.slice(2);
const say = (line: unknown) => writeSync(1, `${String(line)}\n`);

async function runStore(): Promise<void> {
  const [seed, first, flaw] = words;
  let store = await openKillStore(folder, flaw as Flaw | undefined);
  for (let index = Number(first); ; index++) {
    const restart = await store.run(operationAt(Number(seed), index), index);
    say(index);
    if (restart) store = await openKillStore(folder, flaw as Flaw | undefined);
  }
}

async function runGateway(): Promise<void> {
  const { createGateway } = await import('../src/gateway.ts');
  const platform = createHostPlatform(createLog({ level: 'warn', writeLine: say }));
  const openDataDirectory = async (path: string) =>
    flawed(await platform.openDataDirectory(path), words[0] as Flaw | undefined);
  const gateway = createGateway(
    { ...platform, openDataDirectory },
    {
      ...{ port: 0, host: '127.0.0.1', dataFolder: folder, webFolder: folder, scenario: 'no-inverters' },
      ...{ speed: 1, seed: 1, firstPassword: undefined },
      hashCost: KILL_HASH,
    },
  );
  say(`port ${(await gateway.start()).port}`);
}

say('begins');
void (kind === 'gateway' ? runGateway() : runStore()).catch((error: unknown) => {
  say(`fails ${String(error)}`);
  process.exitCode = 1;
});
