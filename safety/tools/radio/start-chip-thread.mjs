/** Threads of Node read TypeScript only where they are taught to. */
import { register } from 'tsx/esm/api';

register();
await import('./chip-thread.ts');
