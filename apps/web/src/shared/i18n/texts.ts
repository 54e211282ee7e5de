import type { en } from './en/en.ts';

/** The name of a group of texts: what several pages have in common, or what one of them says. */
export type Group = keyof typeof en;

/** All texts, by their groups, as English has them: the other languages must have exactly these keys. */
export type Texts = { readonly [G in Group]: Awaited<ReturnType<(typeof en)[G]>>['texts'] };

/** The texts of some groups. */
export type TextsOf<G extends Group> = Pick<Texts, G>;

/** The texts in a build for a device. */
export type DeviceTexts = Omit<
  Texts,
  | 'accounts'
  | 'alerts'
  | 'deeds'
  | 'eventPage'
  | 'fleet'
  | 'fleetManage'
  | 'fleetSite'
  | 'gateway'
  | 'help'
  | 'history'
  | 'house'
  | 'limits'
  | 'modules'
  | 'radio'
  | 'passkeys'
  | 'share'
  | 'signIn'
  | 'sources'
  | 'timeseries'
  | 'welcome'
>;

/** Loads each group of one language. */
export type Loaders = { readonly [G in Group]: () => Promise<{ readonly texts: Texts[G] }> };
