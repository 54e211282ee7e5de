import type { Plugin } from 'vite';

/**
 * For a build that Node runs: writes what is no ASCII as its escape. Engines keep a file with a single letter beyond Latin-1 at two
 * bytes a letter, for as long as it runs.
 */
export function asciiOnly(): Plugin {
  return {
    name: 'ascii-only',
    generateBundle(_, files) {
      for (const file of Object.values(files)) {
        if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
      }
    },
  };
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
