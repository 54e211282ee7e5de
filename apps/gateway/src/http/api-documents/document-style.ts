import { PLAIN_PAGE_STYLE } from '../pages/plain-page-style.ts';

/** How the page of the API looks. Long lines break: nothing scrolls sideways, on a phone neither. */
export const DOCUMENT_STYLE = `${PLAIN_PAGE_STYLE}
html { scroll-padding-top: 1rem; }
h3, dl, dd, pre { margin: 0; padding: 0; }
header p, main { max-width: 60rem; }
main { display: grid; gap: 1.5rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
main > *, section > *, article > *, #calls > * { min-width: 0; }
section, nav, article, #calls { display: grid; gap: 0.75rem; }
#calls { gap: 2.5rem; }
section > h2 { margin-top: 1rem; }
h3 { font-size: 1rem; line-height: 1.4; }
article { padding: 1rem; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
@media (min-width: 760px) { article { padding: 1.25rem 1.5rem; } }
ul { padding-left: 1.25rem; }
nav ul { list-style: none; padding: 0; }
nav li a { display: inline-block; min-width: 44px; padding: 0.625rem 0; font-weight: 400; }
header a { padding: 0.625rem 0; }
header img { display: block; }
.columns { display: grid; gap: 1rem 2rem; grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr)); }
code { white-space: normal; overflow-wrap: anywhere; }
.call { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.75rem; }
.call code { font-weight: 600; }
.method { color: var(--primary); font-weight: 600; }
.audience, .quiet, dt span { color: var(--text-quiet); font-weight: 400; }
pre { padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--page); white-space: pre-wrap; overflow-wrap: anywhere; }
dl { display: grid; gap: 0.5rem; }
dl > div { display: grid; gap: 0.125rem; min-width: 0; }
dt { font-weight: 600; }
dd { display: grid; gap: 0.5rem; min-width: 0; padding-left: 1rem; }
summary { display: list-item; min-height: 44px; padding: 0.625rem 0; color: var(--primary); font-weight: 600; cursor: pointer; }
.skip { position: absolute; left: 1rem; top: -4rem; min-height: 44px; padding: 0.625rem 1rem; background: var(--surface); }
.skip:focus { top: 0.5rem; }
#told { position: fixed; right: 1rem; bottom: 1rem; padding: 0.5rem 1rem; border-radius: 8px; background: var(--primary); color: var(--on-primary); }
#told:empty { display: none; }
.field { position: absolute; width: 1px; height: 1px; opacity: 0; }
`;
