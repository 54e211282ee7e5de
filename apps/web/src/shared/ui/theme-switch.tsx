import { type IconNode, Moon, Sun, SunMoon } from 'lucide';
import { useState } from 'react';
import { useI18n } from '../i18n/i18n-context.ts';
import { applyTheme, readTheme, type Theme, themeAfter } from '../lib/theme.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const ICONS: Readonly<Record<Theme, IconNode>> = { auto: SunMoon, light: Sun, dark: Moon };

interface ThemeSwitchProps {
  readonly preferences: {
    read(name: 'theme'): string | undefined;
    write(name: 'theme', value: Theme): void;
  };
  /** What is shown in place of the choice, as long as the page is the one that came rendered. */
  readonly rendered?: Theme | undefined;
  /** With the words beside the icon. */
  readonly inWords?: boolean;
}

/** Goes round: automatic, light, dark. */
export function ThemeSwitch({ preferences, rendered, inWords }: ThemeSwitchProps) {
  const { theme: t } = useI18n().t;
  const [chosen, setTheme] = useState(() => readTheme(preferences.read('theme')));
  const theme = rendered ?? chosen;
  const next = themeAfter(theme);
  const label = t.change(t[theme], t[next]);

  function change(): void {
    preferences.write('theme', next);
    applyTheme(document.documentElement, next);
    setTheme(next);
  }

  return (
    <Button variant="bare" aria-label={label} title={label} onClick={change}>
      <Icon of={ICONS[theme]} size={20} />
      {inWords && `${t.label} (${t[theme]})`}
    </Button>
  );
}
