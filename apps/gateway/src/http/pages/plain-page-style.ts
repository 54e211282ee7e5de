/** How pages look that cannot load the web app: its colours, sizes and type. */
export const PLAIN_PAGE_STYLE = `:root {
  color-scheme: light dark;
  --page: light-dark(#f3f4f7, #0e131b);
  --surface: light-dark(#ffffff, #171e29);
  --surface-hover: light-dark(#e9edf5, #263143);
  --line: light-dark(#dfe3ea, #2a3443);
  --line-control: light-dark(#79859a, #75839a);
  --text: light-dark(#131a26, #eef2f8);
  --text-quiet: light-dark(#536075, #a5b1c4);
  --primary: light-dark(#1f4f9f, #8db6ff);
  --primary-hover: light-dark(#173f82, #aecbff);
  --on-primary: light-dark(#ffffff, #0b1a33);
  --danger: light-dark(#b0241c, #ff9f96);
  --danger-soft: light-dark(#fdebe9, #3b1715);
  --danger-line: light-dark(#e8a49f, #7c3631);
  --focus: light-dark(#1f4f9f, #ffc043);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif;
  background: var(--page);
  color: var(--text);
  overflow-wrap: break-word;
}
*, ::before, ::after { box-sizing: border-box; }
body, h1, h2, p, ul { margin: 0; padding: 0; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
header { background: var(--surface); border-bottom: 1px solid var(--line); }
header p { display: flex; align-items: center; gap: 0.5rem; min-height: 56px; max-width: 42rem; margin: 0 auto; padding: 0 1rem; font-weight: 600; }
header span { min-width: 0; color: var(--text-quiet); font-weight: 400; }
h1 { font-size: 1.5rem; line-height: 1.25; hyphens: auto; }
@media (min-width: 480px) { h1 { font-size: 1.75rem; } }
h2 { font-size: 1.25rem; line-height: 1.3; }
code { font: 0.875em ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", Consolas, monospace; font-weight: inherit; white-space: nowrap; }
a { color: var(--primary); font-weight: 600; }
button { justify-self: start; min-height: 44px; padding: 0.5rem 1.25rem; border: 1px solid transparent; border-radius: 8px; background: var(--primary); color: var(--on-primary); font: inherit; font-weight: 600; cursor: pointer; }
button:hover { background: var(--primary-hover); }
`;
