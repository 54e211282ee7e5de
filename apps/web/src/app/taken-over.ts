/** The element that says, when nothing has come of the script for a while, how old the values of the gateway's page are. */
export const LATE_ID = 'late';

/** The event on the document that tells that the app now answers. */
export const APP_LISTENS = 'heliograph:listens';

/** Of the data of a page: when it came, where that was later than the document, in milliseconds of `performance.now`. */
export const RECEIVED_ATTRIBUTE = 'data-received';

/** From here on the page keeps its values live, or says itself that it cannot. */
export function takenOver(document: Document): void {
  document.getElementById(LATE_ID)?.remove();
}
