import { CONFIG_FILE } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { filePart } from '../config-files/file-part.ts';
import { type ConfigDefaults, readConfigJson } from '../config-files/read-config-json.ts';
import { readJsonFile } from '../config-files/read-json-file.ts';
import { TooLargeError } from '../http/uploads.ts';
import { orNotSaved } from '../settings/settings-store.ts';
import { REFUSALS } from './recovery-refusals.ts';
import { RECOVERY_TEXTS } from './recovery-texts.ts';

const sentenceOf = async (work: () => unknown) => {
  try {
    await work();
  } catch (error) {
    return String(error instanceof Error ? error.message : error);
  }
  throw new Error('it was taken');
};
const fileWith = (content: unknown) => filePart({ content, exact: content }, { prefix: '', notes: [] });
const readAs = (text: string) => () => readJsonFile(Buffer.from(text), CONFIG_FILE);
const failWith = (code: string) => () =>
  orNotSaved(() => Promise.reject(Object.assign(new Error(code), { code })));

/** What makes each of them; the last one as the settings say it. */
const CASES: Readonly<Record<keyof typeof REFUSALS, () => unknown>> = {
  empty: readAs(''),
  noJson: readAs('{'),
  nothing: readAs('{}'),
  otherKind: readAs('[]'),
  value: () => fileWith({ mqtt: { port: 'many' } }).count('mqtt.port', 1),
  tooMany: () => fileWith({ inverters: [1, 2] }).items('inverters', 1),
  newer: () => {
    const content = { cfg: { version: 0x7f000000 } };
    return readConfigJson({ content, exact: content }, {} as ConfigDefaults); // refused before they are needed
  },
  tooLarge: () => {
    throw new TooLargeError(9);
  },
  full: failWith('ENOSPC'),
  readOnly: failWith('EROFS'),
  notSaved: failWith('EIO'),
  restarting: () => {
    throw new Error('The gateway is about to restart; nothing was changed.');
  },
};

describe.each(['de', 'fr'] as const)('a refusal in %s', (language) => {
  const { refusals } = RECOVERY_TEXTS[language];

  it.each(Object.entries(CASES))('for %s is a sentence of its own', async (name, work) => {
    const sentence = await sentenceOf(work);
    const known = refusals.find(([pattern]) => new RegExp(pattern, 's').test(sentence));
    expect(known?.[0]).toBe(REFUSALS[name as keyof typeof REFUSALS]);
    const translated = sentence.replace(new RegExp(known?.[0] ?? '', 's'), known?.[1] ?? '');
    expect(translated).not.toMatch(/\$\d|The /);
  });
});
