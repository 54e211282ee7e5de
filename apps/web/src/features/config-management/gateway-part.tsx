/** What no original device has, in one file: what these share is shared with nobody else. */
export { ChangesPage } from './changes/changes-page.tsx';
export { BackupBeforeReset, GatewayCards, ResetLosesMore } from './gateway-cards.tsx';
