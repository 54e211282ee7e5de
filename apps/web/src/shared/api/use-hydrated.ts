import { useSyncExternalStore } from 'react';

const NEVER_CHANGES = () => () => undefined;

const useHydratedHere = () =>
  useSyncExternalStore(
    NEVER_CHANGES,
    () => true,
    () => false,
  );

/**
 * False while markup of the gateway is taken over: then only what the gateway knew may be drawn, or both would differ.
 * True from then on, and from the start where there was no such markup, as always on a device.
 */
export const useHydrated: () => boolean = __FOR_DEVICE__ ? () => true : useHydratedHere;
