import { startPage } from './app/start-page.ts';

/**
 * Started once, as `main.tsx` imports this first: what is asked for here is on its way before the code of React runs.
 * Lies beside `main.tsx`, because in a build both are one file, and the pages are found from where that lies.
 */
export const { basePath, services, pages, texts, language, ready } = startPage(window, import.meta.url);
