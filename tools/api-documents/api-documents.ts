import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.mjs';
import { createAsyncapi } from './asyncapi.ts';
import { readContractTypes } from './contract-types.ts';
import { createFleetOpenapi } from './fleet-openapi.ts';
import { createOpenapi } from './openapi.ts';

const NAMES = ['openapi.json', 'asyncapi.json', 'fleet-openapi.json'] as const;

/** The documents of the APIs, by the names of their files, as text. */
export function createApiDocuments(): Readonly<Record<(typeof NAMES)[number], string>> {
  const types = readContractTypes();
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const text = (document: object) => `${JSON.stringify(document, null, 2)}\n`;
  return {
    'openapi.json': text(createOpenapi(types, version)),
    'asyncapi.json': text(createAsyncapi(types, version)),
    'fleet-openapi.json': text(createFleetOpenapi(version)),
  };
}
