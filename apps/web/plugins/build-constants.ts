import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));

interface Purpose {
  readonly forDevice: boolean;
  /** Which pages are built: tests have those of both apps. */
  readonly pages: readonly ('gateway' | 'fleet')[];
}

/**
 * What the pages know from the start, in a build, while developing and in tests: the version of this product
 * (`product-name.ts`), whether they are made for the flash of an original device (`browser-services.ts`), and whether they are
 * those of a gateway or of a fleet (`en.ts`): neither has the texts that only the other one shows.
 */
export function buildConstants({ forDevice, pages }: Purpose) {
  return {
    __PRODUCT_VERSION__: JSON.stringify(version),
    __FOR_DEVICE__: String(forDevice),
    __FOR_GATEWAY__: String(pages.includes('gateway')),
    __FOR_FLEET__: String(pages.includes('fleet')),
  };
}
