import type { Measured } from '@heliograph/contract';
import { readableValue } from '../features/live-data/readable-value.ts';
import type { KeptValues } from '../shared/api/kept-values.ts';
import { createFormats, type Formats } from '../shared/i18n/format.ts';
import { formatTag, pickLocale } from '../shared/i18n/locales.ts';
import { PRODUCT_NAME } from '../shared/ui/product-name.ts';
import { agoText, momentText } from './kept-times.ts';
import { OFFLINE_TEXTS, type OfflineTexts } from './offline-texts.ts';

/** What the build makes of `offline.css` and `offline-page-script.ts`: nothing of a page can be fetched then. */
export interface PageParts {
  readonly style: string;
  readonly script: string;
}

export interface OfflinePage extends PageParts {
  readonly values: KeptValues | undefined;
  readonly nowMs: number;
  /** Of the browser, the one wanted most first. */
  readonly languages: readonly string[];
}

/** The page in place of one that the gateway did not answer for: the last values and how old they are. */
export function offlinePage({ values, nowMs, languages, style, script }: OfflinePage): string {
  const locale = pickLocale(values?.locale, languages);
  const tag = formatTag(locale, languages);
  const t = OFFLINE_TEXTS[locale];
  const theme = values?.theme === undefined ? '' : ` data-theme="${values.theme}"`;
  return `<!doctype html>
<html lang="${locale}"${theme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
${barColours(values?.theme)}
<title>${html(t.title)} · ${PRODUCT_NAME}</title>
<style>${style}</style>
</head>
<body data-tag="${html(tag)}">
<header><p>${SUN}${PRODUCT_NAME}</p></header>
<main>
<h1>${html(t.title)}</h1>
<p data-network="lost" hidden>${html(t.noNetwork)}</p>
<p data-network="there">${html(t.check)}</p>
<p>${html(t.opensItself)}</p>
<p class="try"><button type="button" data-no-answer="${html(t.noAnswerAt)}" data-trying="${html(t.trying)}">${html(t.retry)}</button><span role="status"></span></p>
${values === undefined ? '' : valuesPart(values, { nowMs, t, tag })}</main>
<script>${script}</script>
</body>
</html>
`;
}

/** Of what the browser draws above the page: the surface of the bar, as `index.html` and `tokens.css` have it. */
function barColours(theme: KeptValues['theme']): string {
  const colours = { light: '#ffffff', dark: '#171e29' };
  if (theme !== undefined) return `<meta name="theme-color" content="${colours[theme]}">`;
  return Object.entries(colours)
    .map(
      ([name, colour]) =>
        `<meta name="theme-color" media="(prefers-color-scheme: ${name})" content="${colour}">`,
    )
    .join('\n');
}

interface Told {
  readonly nowMs: number;
  readonly t: OfflineTexts;
  readonly tag: string;
}

/** The age goes on counting, see `offline-page-script.ts`. */
function valuesPart({ atMs, power, yieldToday, yieldTotal }: KeptValues, { nowMs, t, tag }: Told): string {
  const format = createFormats(tag);
  const asOf = html(t.asOf)
    .replace('{time}', html(momentText(format, atMs, nowMs)))
    .replace('{age}', `<span data-at="${atMs}">${html(agoText(tag, atMs, nowMs))}</span>`);
  const rows = [
    [t.power, power],
    [t.yieldToday, yieldToday],
    [t.yieldTotal, yieldTotal],
  ] as const;
  const list = rows.map(
    ([label, sum]) => `<div><dt>${html(label)}</dt><dd>${html(valueText(format, sum))}</dd></div>`,
  );
  return `<section aria-labelledby="values">
<h2 id="values">${html(t.lastValues)}</h2>
<p>${asOf}</p>
<dl>${list.join('')}</dl>
</section>
`;
}

function valueText(format: Formats, sum: Measured): string {
  const { value, unit, digits } = readableValue(sum);
  return value === null ? '—' : `${format.digits(value, digits)}${format.unitGap(unit)}${unit}`;
}

/** What was kept is data like any other that comes from outside. */
function html(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The brand, as `lucide` draws it. */
const SUN = `<svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><circle cx="12" cy="12" r="4"/><path d="M12 2v2m0 16v2M4.93 4.93l1.41 1.41m11.32 11.32 1.41 1.41M2 12h2m16 0h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41"/></svg>`;
