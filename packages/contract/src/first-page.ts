import type { Role } from './endpoint.ts';
import type { EndpointName } from './endpoints.ts';
import type { ShareScope } from './shares.ts';

/**
 * What the gateway knew when it rendered a page. It travels in the page as JSON: the first rendering in the browser
 * uses it and nothing else, so that both draw the same.
 */
export interface FirstPage {
  /** Where the page is, below the base path. */
  readonly path: string;
  /** The query of its address, with the question mark; empty where it has none. */
  readonly search: string;
  /** Where the pages begin, without a slash at the end. */
  readonly basePath: string;
  /** The language that was chosen in this browser, as its cookie says; undefined: none. */
  readonly storedLocale?: string | undefined;
  /** The languages of the browser, the one wanted most first. */
  readonly languages: readonly string[];
  /** The theme that was chosen in this browser, as its cookie says; undefined: none. */
  readonly storedTheme?: string | undefined;
  /** When it was rendered: Unix time in milliseconds by the gateway's clock. */
  readonly unixMs: number;
  /** The offset of the gateway's time zone from UTC then, in seconds. */
  readonly utcOffsetS: number;
  /** What whoever it was rendered for may do. */
  readonly reader: PageReader;
  /** What the link shows by which a visitor came, where that is what lets it read. */
  readonly shared?: ShareScope | undefined;
  /** Answers to the calls that the page begins with, as they are sent, by the path of the call. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** Somebody who is logged in, or anybody else: a visitor. */
export type PageReader = Role | 'visitor';

/** Renders pages to HTML. The web app is built for the gateway's side too, and this is what that file exports. */
export interface PageRenderer {
  /**
   * The calls that the page at this path begins with; undefined where none is rendered: there is no such page, or
   * nothing of it is for visitors.
   */
  callsOf(path: string): readonly EndpointName[] | undefined;
  /** The whole document. Rejects when it cannot be rendered. */
  render(page: FirstPage, options: RenderOptions): Promise<string>;
  /** What may stand in a document itself; the content policy has to allow just this. */
  readonly inline: { readonly style: string; readonly script: string };
  /** The name of the file that has the same styles. */
  readonly styleFile: string;
}

export interface RenderOptions {
  /** The reader's browser has the file of the styles: the document asks for that, and need not bring them. */
  readonly isStyleFileKept: boolean;
}

/** What the build of the web app has left for who renders its pages. */
export interface BuiltPages {
  /** `index.html`: the page without values. */
  readonly document: string;
  /** Which files each page consists of, as Vite writes it down (`manifest.json`). */
  readonly manifest: string;
  /** The text of a file that the manifest names; undefined where there is none. */
  readonly textOf: (file: string) => string | undefined;
}

export type CreatePageRenderer = (built: BuiltPages) => PageRenderer;

/** In the address of the live view: the serial of the inverter that is shown. */
export const INVERTER_PARAM = 'inverter';

/** The element that holds a `FirstPage` as JSON. It is there until the app has read it. */
export const FIRST_PAGE_ID = 'first-page';

/** The cookie with the name of the file of styles that a browser has. */
export const STYLE_COOKIE = 'heliograph-styles';

/** Of the styles in a document: the address of the file that has the same. */
export const STYLE_FILE_ATTRIBUTE = 'data-file';

/** Cookies that tell the gateway what was chosen in a browser; the browser's storage has the last word. */
export const CHOICE_COOKIES = { locale: 'heliograph-locale', theme: 'heliograph-theme' } as const;
