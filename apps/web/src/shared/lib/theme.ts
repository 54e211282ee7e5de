/** How the interface looks: `auto` follows the system. */
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export function readTheme(stored: string | undefined): Theme {
  return THEMES.find((theme) => theme === stored) ?? 'auto';
}

export function themeAfter(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
}

/** The style sheet does the rest. */
export function applyTheme(root: HTMLElement, theme: Theme): void {
  if (theme === 'auto') root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', theme);
}
