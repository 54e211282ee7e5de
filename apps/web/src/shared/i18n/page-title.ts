import type { PageName } from '../lib/paths.ts';
import type { Texts } from './texts.ts';

/** What a page is called on itself and in the title of the window; in its menu the name is enough. */
export function pageTitle({ titles, headings }: Texts['start'], page: PageName): string {
  return (headings as Partial<Record<PageName, string>>)[page] ?? titles[page];
}
