/** What no original device has, in one file: what these share is shared with nobody else. */
export { ChangesPage } from './changes/changes-page.tsx';
export { GatewayCards } from './gateway-cards.tsx';
