import { createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { openDiscoveryMemory } from './discovery-memory.ts';

const FILE = 'discovery.json';

async function open(directory = createCrashDisk()) {
  const lines: string[] = [];
  const log = createLog({ level: 'info', writeLine: (line) => lines.push(line) });
  return { directory, lines, memory: await openDiscoveryMemory({ directory, log }) };
}

describe('what brokers have of us for Home Assistant', () => {
  it('comes back at the next start, for each broker', async () => {
    const { directory, memory } = await open();
    memory.at('one:1883').add(['a', 'b'], true);
    memory.at('two:1883').add(['c'], true);
    memory.at('one:1883').remove(['a']);
    await memory.close();
    const again = await open(directory);
    expect([...again.memory.at('one:1883').topics]).toEqual(['b']);
    expect([...again.memory.at('two:1883').topics]).toEqual(['c']);
    expect(again.lines).toEqual([]);
  });

  it('is written only when it changes, into a file that is whole at every moment', async () => {
    const { directory, memory } = await open();
    memory.at('one:1883').add([], true);
    memory.at('one:1883').remove(['x']);
    await memory.close();
    expect(directory.operations).toEqual([]);
    const next = await open(directory);
    next.memory.at('one:1883').add(['a'], true);
    await next.memory.close();
    expect(directory.operations).toEqual(['write', 'sync', 'rename']);
    const last = await open(directory);
    last.memory.at('one:1883').add(['a'], true);
    await last.memory.close();
    expect(directory.operations).toHaveLength(3);
  });

  it('tells what a broker keeps by itself, and takes a file that does not say so for all of it', async () => {
    const directory = createCrashDisk();
    directory.put(FILE, '{"brokers":[{"broker":"old:1","topics":["a","b"]}]}');
    const { memory } = await open(directory);
    expect([...memory.at('old:1').retained]).toEqual(['a', 'b']);
    memory.at('old:1').release(['a']);
    memory.at('old:1').add(['c'], false);
    memory.at('old:1').add(['a'], false);
    await memory.close();
    const again = await open(directory);
    expect([...again.memory.at('old:1').topics]).toEqual(['a', 'b', 'c']);
    expect([...again.memory.at('old:1').retained]).toEqual(['b']);
    again.memory.at('old:1').remove(['b']);
    expect([...again.memory.at('old:1').retained]).toEqual([]);
  });

  it('is that of the last four brokers', async () => {
    const { directory, memory } = await open();
    for (const broker of ['1', '2', '3', '4', '1', '5']) memory.at(broker).add([`topic of ${broker}`], true);
    await memory.close();
    const { brokers } = JSON.parse(directory.text(FILE) ?? '');
    expect(brokers.map(({ broker }: { broker: string }) => broker)).toEqual(['3', '4', '1', '5']);
  });

  it.each(['', '{"brokers":', 'null', '[]', '{"brokers":[{"broker":"a:1","topics":[5]}]}', '{"brokers":{}}'])(
    'is forgotten when the disk holds %j, with a line, and kept for its owner',
    async (content) => {
      const directory = createCrashDisk();
      directory.put(FILE, content);
      const { memory, lines } = await open(directory);
      expect([...memory.at('a:1').topics]).toEqual([]);
      expect(lines).toEqual([
        expect.stringContaining('the list of what Home Assistant was told starts empty'),
      ]);
      expect(directory.text(`${FILE}.corrupt`)).toBe(content);
      memory.at('a:1').add(['x'], true);
      await memory.close();
      expect(directory.text(FILE)).toBe('{"brokers":[{"broker":"a:1","topics":["x"],"retained":["x"]}]}');
    },
  );
});
