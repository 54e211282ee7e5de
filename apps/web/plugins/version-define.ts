import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this product, as `product-name.ts` names it: in a build, while developing and in tests. */
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
export const VERSION_DEFINE = { __PRODUCT_VERSION__: JSON.stringify(version) };
