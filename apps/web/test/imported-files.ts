import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `import ... from './other.ts'`, `export ... from` and `import './other.css'`; types are not there any more at run time. */
const STATIC_IMPORT = /^(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s)?'([^']+)'/gm;

/** What a file imports by itself: its own files by their paths, packages by their names. */
function importsOf(file: string): readonly string[] {
  if (!/\.tsx?$/.test(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(STATIC_IMPORT)].map(([, source = '']) =>
    source.startsWith('.') ? join(dirname(file), source) : source,
  );
}

/** All that is loaded when a file of ours is, without what it asks for later. */
export function importedFiles(file: string): readonly string[] {
  const found = new Set([file]);
  for (const each of found) {
    if (each.startsWith('/')) for (const imported of importsOf(each)) found.add(imported);
  }
  return [...found];
}
