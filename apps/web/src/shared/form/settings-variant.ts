import { createContext, type ReactNode, use } from 'react';
import type { FormValues } from './drafts.tsx';
import type { Form } from './use-form.ts';
import type { Settings } from './use-settings-form.ts';

/** A page of settings: these, and what stands on the page. */
export interface SettingsPageProps<Received extends object, Body, V extends FormValues>
  extends Settings<Received, Body, V> {
  /** Empty: what stands above the page says it. */
  readonly title: string;
  /** Said with the answer to the last save that was a success. */
  readonly note?: string | undefined;
  /** What holds for the whole page. */
  readonly info?: string | undefined;
  /** Something else that the page needs is on its way. */
  readonly isWaiting?: boolean;
  /** How tall the cards will be, roughly, in rem; each another number. */
  readonly heights: readonly number[];
  /** The cards with the fields. */
  readonly children: (form: Form<V>, received: Received) => ReactNode;
}

/** What is different on a page of settings where these are not the gateway's own but those of a device behind it. */
export interface SettingsVariant {
  /** What the device does with the place of the plant. */
  readonly placeNote: string;
  /** The same page with what is different. */
  adapt<Received extends object, Body, V extends FormValues>(
    props: SettingsPageProps<Received, Body, V>,
  ): SettingsPageProps<Received, Body, V>;
}

const SettingsVariantContext = /* @__PURE__ */ createContext<SettingsVariant | undefined>(undefined);

/** Stands around a page of settings. */
export const SettingsVariantProvider = SettingsVariantContext.Provider;

/** Undefined: the settings are the gateway's own. */
export function useSettingsVariant(): SettingsVariant | undefined {
  return __FOR_DEVICE__ ? undefined : use(SettingsVariantContext);
}
