import { chmod, lstat, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { describe, expect, it } from 'vitest';
import { openDataDirectory, realPathOf } from './data-directory.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('what is written to the data folder', () => {
  it('never goes where a planted link leads', async () => {
    const [folder, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
    const victim = join(elsewhere, 'victim');
    await writeFile(victim, 'mine');
    const directory = await openDataDirectory(folder);
    for (const name of ['dtu.json.tmp', 'firmware-upload.tmp']) await symlink(victim, join(folder, name));
    await directory.write('dtu.json.tmp', bytes('new'));
    await expect(directory.append('firmware-upload.tmp', bytes('new'))).rejects.toThrow('ELOOP');
    expect(await readFile(victim, 'utf8')).toBe('mine');
    expect(await readFile(join(folder, 'dtu.json.tmp'), 'utf8')).toBe('new');
    expect((await lstat(join(folder, 'dtu.json.tmp'))).isFile()).toBe(true);
  });

  it('can be read by its owner alone', async () => {
    const folder = await temporaryFolder();
    const directory = await openDataDirectory(folder);
    await directory.write('a', bytes('a'));
    await directory.append('b', bytes('b'));
    for (const name of ['a', 'b']) expect((await lstat(join(folder, name))).mode & 0o777).toBe(0o600);
  });
});

describe('where a path leads', () => {
  it('is found through links, also where there is nothing yet', async () => {
    const [folder, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
    await symlink(folder, join(elsewhere, 'link'));
    await symlink(join('link', 'later'), join(elsewhere, 'second'));
    await symlink('loop', join(elsewhere, 'loop'));
    const real = realPathOf(folder);
    expect(realPathOf(join(elsewhere, 'link'))).toBe(real);
    expect(realPathOf(join(elsewhere, 'link', 'copies'))).toBe(join(real, 'copies'));
    expect(realPathOf(join(elsewhere, 'second', 'copies'))).toBe(join(real, 'later', 'copies'));
    expect(realPathOf(join(elsewhere, 'loop'))).toContain('loop');
    expect(realPathOf('/nowhere/at/all')).toBe('/nowhere/at/all');
  });
});

describe('what others may do in the data folder', () => {
  async function warningsOf(folderMode: number, fileMode: number): Promise<readonly string[]> {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'settings.db'), '');
    await chmod(join(folder, 'settings.db'), fileMode);
    await chmod(folder, folderMode);
    const said: string[] = [];
    await openDataDirectory(folder, (sentence) => said.push(sentence));
    return said.map((sentence) => /may (\w+)/.exec(sentence)?.[1] ?? sentence);
  }

  it.each([
    [0o700, 0o600, []],
    [0o755, 0o600, []],
    [0o700, 0o644, []], // nobody gets that far
    [0o755, 0o644, ['read']],
    [0o777, 0o600, ['replace']],
    [0o770, 0o640, ['replace', 'read']],
  ])('is told: folder %o, file %o', async (folderMode, fileMode, expected) => {
    expect(await warningsOf(folderMode, fileMode)).toEqual(expected);
  });
});
