import { answerPages, type WorkerWorld } from './answer-pages.ts';
import style from './offline.css?inline';

/** The worker that the live view registers (`features/live-data/on-phone.tsx`): a build of its own makes one file of it. */
answerPages(self as unknown as WorkerWorld, { style, script: __OFFLINE_PAGE_SCRIPT__ });
