import { writeSync } from 'node:fs';
import { CHEAP_HASH } from '@heliograph/testbed/gateway/platform.ts';
import { createLog } from '../../../apps/gateway/src/platform/log.ts';
import { createHostPlatform } from '../../../apps/gateway/src/platform/platform.ts';
import { operationAt } from '../disk/folder-model.ts';
import { openFolderStore } from '../disk/folder-store.ts';

/**
 * The process that is killed: `store <folder> <seed> <first index>` does one operation after the other and prints the
 * number of each that is done, `gateway <folder>` is a whole gateway and prints its port. Both begin with a line.
 */

const [kind = '', folder = '', ...words] = process.argv.slice(2);
const say = (line: unknown) => writeSync(1, `${String(line)}\n`);

async function runStore(): Promise<void> {
  const [seed, first] = words.map(Number);
  let store = await openFolderStore(folder);
  for (let index = first ?? 0; ; index++) {
    const restart = await store.run(operationAt(seed ?? 0, index), index);
    say(index);
    if (!restart) continue;
    await store.end();
    store = await openFolderStore(folder);
  }
}

async function runGateway(): Promise<void> {
  const { createGateway } = await import('../../../apps/gateway/src/gateway.ts');
  const gateway = createGateway(createHostPlatform(createLog({ level: 'warn', writeLine: say })), {
    ...{ port: 0, host: '127.0.0.1', dataFolder: folder, webFolder: folder, scenario: 'no-inverters' },
    ...{ speed: 1, seed: 1, firstPassword: undefined },
    hashCost: CHEAP_HASH,
  });
  say(`port ${(await gateway.start()).port}`);
}

say('begins');
void (kind === 'gateway' ? runGateway() : runStore()).catch((error: unknown) => {
  say(`fails ${String(error)}`);
  process.exitCode = 1;
});
