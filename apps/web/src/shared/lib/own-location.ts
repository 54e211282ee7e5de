/** Where the browser is, or why that is not known. */
export type OwnLocation =
  | { readonly kind: 'found'; readonly latitude: number; readonly longitude: number }
  | { readonly kind: 'denied' | 'failed' };

const TIMEOUT_MS = 20_000;
/** The sun does not care about where it was an hour ago. */
const MAXIMUM_AGE_MS = 3_600_000;
/** Numbers of `GeolocationPositionError`. */
const PERMISSION_DENIED = 1;

/** Browsers tell it to secure pages only, and a gateway is mostly reached over plain http. */
export function canLocate({ isSecureContext, navigator }: Window): boolean {
  return isSecureContext && 'geolocation' in navigator;
}

/** Asks the browser, which asks its user. The hundredths of a degree that come back are a kilometre, enough for the sun. */
export function ownLocation({ navigator }: Window): Promise<OwnLocation> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        resolve({ kind: 'found', latitude: hundredths(latitude), longitude: hundredths(longitude) }),
      ({ code }) => resolve({ kind: code === PERMISSION_DENIED ? 'denied' : 'failed' }),
      { timeout: TIMEOUT_MS, maximumAge: MAXIMUM_AGE_MS },
    );
  });
}

function hundredths(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
