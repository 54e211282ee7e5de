import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { TaskPage } from '../../shared/page/task-page.tsx';
import { useTask } from '../../shared/page/use-task.ts';
import { BackupCard } from './backup-card.tsx';
import { ResetCard } from './reset-card.tsx';
import { RestoreCard } from './restore-card.tsx';
import { settingName } from './setting-names.ts';

/** Everything that is set, as files: kept, brought back, or forgotten. */
export function ConfigManagementPage() {
  const { t } = useI18n();
  const texts = useTexts(
    'common',
    'gateway',
    'maintenance',
    'inverters',
    'login',
    'device',
    'info',
    'mqtt',
    'network',
    'time',
  );
  const { maintenance } = texts;
  const task = useTask((path) => settingName(t, texts, path, {}));
  return (
    <TaskPage title={t.titles.configManagement} task={task} failed={maintenance.restoreFailed}>
      <BackupCard />
      <RestoreCard task={task} />
      <ResetCard onReset={task.restarts} />
    </TaskPage>
  );
}
