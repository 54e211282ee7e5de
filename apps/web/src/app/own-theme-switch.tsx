import { useServices } from '../shared/api/services.ts';
import { useHydrated } from '../shared/api/use-hydrated.ts';
import { readTheme } from '../shared/lib/theme.ts';
import { ThemeSwitch } from '../shared/ui/theme-switch.tsx';

/** The choice of the theme; until the page is taken over, as the gateway has rendered it. */
export function OwnThemeSwitch() {
  const { preferences, first } = useServices();
  const isHydrated = useHydrated();
  const rendered = isHydrated || __FOR_DEVICE__ ? undefined : readTheme(first?.page.storedTheme);
  return <ThemeSwitch preferences={preferences} rendered={rendered} />;
}
