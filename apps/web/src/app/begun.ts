import { begin } from './beginning.ts';

/** The page has begun. `main.tsx` imports this first, so it runs before the code of React does. */
export const { basePath, services, language } = begin(window, import.meta.url);
