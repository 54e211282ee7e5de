/** What few plants need of the live view besides what `plant-part.tsx` has, as one lazily loaded file. */

export { InverterListTools } from './inverter-list-tools.tsx';
export { NoReadingNote } from './no-reading-note.tsx';
