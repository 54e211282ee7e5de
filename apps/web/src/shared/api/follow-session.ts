import type { LiveLink } from './live-link.ts';
import type { Session } from './session.ts';

/**
 * Keeps the live link in step with the login: a new login lets a resting link go on, and after a logout the link is
 * made anew, because an open socket would go on showing what a visitor may not see. Returns the function that ends it.
 */
export function followSession(session: Session, liveLink: LiveLink): () => void {
  return session.subscribe((event) => {
    if (event === 'logged-in') liveLink.wake();
    if (event !== 'logged-out' && event !== 'elsewhere') return;
    if (!liveLink.snapshot().running) return;
    liveLink.stop();
    liveLink.start();
  });
}
