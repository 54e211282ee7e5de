/** The element that says, when nothing has come of the script for a while, how old the values of the gateway's page are. */
export const LATE_ID = 'late';

/** From here on the page keeps its values live, or says itself that it cannot. */
export function takenOver(document: Document): void {
  document.getElementById(LATE_ID)?.remove();
}
