/** Gateways below different paths of one host keep apart what is theirs. */
export const cacheOfValues = (basePath: string) => `values${basePath}`;

/**
 * Nothing stays where somebody has logged out or may read no more, neither the values (`kept-values.ts`) nor the number at
 * the icon.
 */
export function forgetValues({ caches, navigator }: ForgettingPage, basePath: string): void {
  const ignored = () => undefined; // the browser keeps nothing, or has no icon
  caches?.delete(cacheOfValues(basePath)).catch(ignored);
  navigator.clearAppBadge?.().catch(ignored);
}

/** Over plain HTTP a browser has no caches, and many have no icon of an app. */
interface ForgettingPage {
  readonly caches?: Pick<CacheStorage, 'delete'>;
  readonly navigator: Partial<Pick<Navigator, 'clearAppBadge'>>;
}
