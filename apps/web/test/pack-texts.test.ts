import { resolve } from 'node:path';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { packTexts } from '../plugins/pack-texts.ts';
import { areaDe } from '../src/shared/i18n/area/area-de.ts';
import { areaEn } from '../src/shared/i18n/area/area-en.ts';
import { areaFr } from '../src/shared/i18n/area/area-fr.ts';
import { de } from '../src/shared/i18n/de.ts';
import { en } from '../src/shared/i18n/en.ts';
import { fr } from '../src/shared/i18n/fr.ts';

const I18N = resolve(import.meta.dirname, '../src/shared/i18n');
const ENTRY = 'virtual:entry';

/** What a build makes of the language files, as a page gets it. */
async function builtTexts(): Promise<unknown> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      packTexts(I18N),
      { name: 'entry', resolveId: (id) => (id === ENTRY ? id : null), load: entryCode },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: 'strict' },
    },
  });
  const [chunk] = (built as Rolldown.RolldownOutput).output;
  const { texts } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(chunk.code)}`);
  return texts;
}

function entryCode(id: string): string | null {
  if (id !== ENTRY) return null;
  const languages = ['en', 'de', 'fr'];
  const imports = languages.map(
    (language) => `
      import { ${language} } from '${I18N}/${language}.ts';
      import { area${language.replace(/^./, (first) => first.toUpperCase())} as area_${language} } from '${I18N}/area/area-${language}.ts';`,
  );
  const texts = languages.map((language) => `[unpackMessages(${language}), unpackArea(area_${language})]`);
  return `
    import { unpackMessages } from '${I18N}/unpack-messages.ts';
    import { unpackArea } from '${I18N}/area/unpack-area.ts';
    ${imports.join('')}
    export const texts = [${texts.join(',')}];`;
}

/** The same with each function replaced by what it says, so that they can be compared. */
function spoken(texts: unknown): unknown {
  if (typeof texts === 'function') return texts('one', 'two', 'three');
  if (Array.isArray(texts)) return texts.map(spoken);
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([name, inner]) => [name, spoken(inner)]));
}

describe('the packed texts of a build', () => {
  it('are after unpacking, under every name, the texts of the language', { timeout: 60_000 }, async () => {
    expect(spoken(await builtTexts())).toEqual(
      spoken([
        [en, areaEn],
        [de, areaDe],
        [fr, areaFr],
      ]),
    );
  });
});
