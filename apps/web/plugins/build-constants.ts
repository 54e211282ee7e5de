import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));

/**
 * What the pages know from the start, in a build, while developing and in tests: the version of this product
 * (`product-name.ts`), whether they are made for the flash of an original device (`browser-services.ts`), and whether they are
 * those of a fleet (`fleet/main.tsx`), whose texts no other build has.
 */
export function buildConstants({
  forDevice,
  forFleet,
}: {
  readonly forDevice: boolean;
  readonly forFleet: boolean;
}) {
  return {
    __PRODUCT_VERSION__: JSON.stringify(version),
    __FOR_DEVICE__: String(forDevice),
    __FOR_FLEET__: String(forFleet),
  };
}
