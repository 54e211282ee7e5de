import { answerCalls } from '../platform/worker-thread.ts';
import { openSettingsDatabase, type SettingsDatabaseOptions } from './settings-database.ts';

/** The thread of the settings: a disk that takes its time makes nobody wait who does not save. */
answerCalls((data) => ({ ...openSettingsDatabase(data as SettingsDatabaseOptions) }));
