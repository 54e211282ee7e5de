import { answerCalls } from '../platform/worker-thread.ts';
import { openBackupFiles } from './backup-files.ts';

/** The thread of backups: a long history is copied and looked at beside whoever reads, records and saves. */
answerCalls(() => ({ ...openBackupFiles() }));
