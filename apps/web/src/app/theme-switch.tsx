import { type IconNode, Moon, Sun, SunMoon } from 'lucide';
import { useState } from 'react';
import { useServices } from '../shared/api/services.ts';
import { useHydrated } from '../shared/api/use-hydrated.ts';
import { useI18n } from '../shared/i18n/i18n-context.ts';
import { applyTheme, readTheme, type Theme, themeAfter } from '../shared/lib/theme.ts';
import { Button } from '../shared/ui/button.tsx';
import { Icon } from '../shared/ui/icon.tsx';

const ICONS: Readonly<Record<Theme, IconNode>> = { auto: SunMoon, light: Sun, dark: Moon };

/** Goes round: automatic, light, dark. */
export function ThemeSwitch() {
  const { t } = useI18n();
  const { preferences, first } = useServices();
  const [chosen, setTheme] = useState(() => readTheme(preferences.read('theme')));
  const isHydrated = useHydrated();
  const theme = isHydrated || __FOR_DEVICE__ ? chosen : readTheme(first?.page.storedTheme);
  const icon = ICONS[theme];
  const next = themeAfter(theme);
  const label = t.theme.change(t.theme[theme], t.theme[next]);

  function change(): void {
    preferences.write('theme', next);
    applyTheme(document.documentElement, next);
    setTheme(next);
  }

  return (
    <Button variant="bare" aria-label={label} title={label} data-theme-choice={theme} onClick={change}>
      <Icon of={icon} size={20} />
    </Button>
  );
}
