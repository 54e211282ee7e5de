import type { Session } from './session.ts';

interface Link {
  start(): void;
  stop(): void;
  wake(): void;
  snapshot(): { readonly running: boolean };
}

/**
 * Keeps a link in step with the login: a new login lets a resting link go on, and after a logout the link is made
 * anew, because an open socket would go on showing what a visitor may not see. Returns the function that ends it.
 */
export function followSession(session: Session, link: Link): () => void {
  return session.subscribe((event) => {
    if (event === 'logged-in') link.wake();
    if (event !== 'logged-out' && event !== 'elsewhere') return;
    if (!link.snapshot().running) return;
    link.stop();
    link.start();
  });
}
