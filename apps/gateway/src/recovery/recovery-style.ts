import { PLAIN_PAGE_STYLE } from '../http/pages/plain-page-style.ts';

/** How the recovery page looks. */
export const RECOVERY_STYLE = `${PLAIN_PAGE_STYLE}
main { display: grid; gap: 1rem; max-width: 42rem; margin: 0 auto; padding: 1.5rem 1rem 2rem; }
main > *, form > * { min-width: 0; }
section { display: grid; gap: 1rem; padding: 1rem; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
@media (min-width: 760px) { section { padding: 1.25rem 1.5rem 1.5rem; } }
ul { display: grid; gap: 0.5rem; padding-left: 1.25rem; }
.problem { display: flex; gap: 0.75rem; padding: 0.75rem 1rem; border: 1px solid var(--danger-line); border-radius: 12px; background: var(--danger-soft); }
.problem svg { flex: none; margin-top: 0.125rem; color: var(--danger); }
.problem div { display: grid; gap: 0.25rem; min-width: 0; }
.problem strong { color: var(--danger); }
form { display: grid; gap: 1rem; }
label { display: grid; gap: 0.25rem; font-weight: 600; }
input { width: 100%; min-height: 44px; padding: 0.5rem 0.75rem; border: 1px solid var(--line-control); border-radius: 8px; background: var(--surface); color: inherit; font: inherit; font-weight: 400; }
input[type="file"] { padding: 0; }
input[type="checkbox"] { flex: none; width: 1.25rem; min-height: 1.25rem; margin: 0.125rem 0; }
.found { display: grid; gap: 0.75rem; }
.found[hidden], .found [hidden] { display: none; }
.choice { display: flex; gap: 0.625rem; align-items: flex-start; min-height: 44px; padding: 0.5rem 0; font-weight: 400; }
input[hidden] { display: none; }
input[aria-invalid="true"] { border-color: var(--danger); }
::file-selector-button { min-height: 42px; margin: 0 0.75rem 0 0; padding: 0 1rem; border: 0; border-right: 1px solid var(--line-control); border-radius: 7px 0 0 7px; background: var(--surface-hover); color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button[aria-disabled="true"] { border-color: var(--line); background: var(--page); color: var(--text-quiet); cursor: not-allowed; }
.failure { color: var(--danger); font-weight: 600; }
`;
