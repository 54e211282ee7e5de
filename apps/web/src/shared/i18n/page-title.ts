import type { PageName } from '../lib/routes.ts';
import type { Messages } from './en.ts';

/** What a page is called on itself and in the title of the window; in its menu the name is enough. */
export function pageTitle({ titles, headings }: Messages, page: PageName): string {
  return (headings as Partial<Record<PageName, string>>)[page] ?? titles[page];
}
