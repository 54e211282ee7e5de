import { lazy, Suspense } from 'react';
import { useSearch } from 'wouter';
import { Waiting } from '../../shared/form/waiting.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { TaskPage } from '../../shared/page/task-page.tsx';
import { useTask } from '../../shared/page/use-task.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { BackupCard } from './backup-card.tsx';
import { ResetCard } from './reset-card.tsx';
import { RestoreCard } from './restore-card.tsx';
import { settingName } from './setting-names.ts';

const ChangesPage = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./gateway-part.tsx')).ChangesPage,
}));
const GatewayCards = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./gateway-part.tsx')).GatewayCards,
}));

/** Everything that is set: as files, or what was changed in it; the address says which. */
export function ConfigManagementPage() {
  const search = useSearch();
  const show = new URLSearchParams(search).get('show');
  if (__FOR_DEVICE__ || show !== 'changes') return <ConfigFilesPage />;
  return (
    <Suspense
      fallback={
        <Waiting>
          <Skeleton height="20rem" />
        </Waiting>
      }
    >
      <ChangesPage key={search} />
    </Suspense>
  );
}

/** Everything that is set, as files: kept, brought back, or forgotten. */
function ConfigFilesPage() {
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
      {!__FOR_DEVICE__ && <GatewayCards task={task} />}
      <ResetCard onReset={task.restarts} />
    </TaskPage>
  );
}
