import { switchesFor } from './without.ts';

/** To be loaded before product code that runs from its sources: nothing is switched off. */
globalThis.__WITHOUT__ = switchesFor([]);
