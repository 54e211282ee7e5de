import {
  FIRMWARE_FIELD,
  getSystemStatus,
  MD5_FIELD,
  type ReceivedSystemStatus,
  updateFirmware,
} from '@heliograph/contract';
import { fileMd5 } from '../../shared/api/file-md5.ts';
import { useServices } from '../../shared/api/services.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { FileField } from '../../shared/form/file-field.tsx';
import { askAgainMs } from '../../shared/form/load-failure.tsx';
import { useAreaTexts, useI18n } from '../../shared/i18n/i18n-context.ts';
import { firmwareVersion } from '../../shared/lib/firmware-version.ts';
import { TaskPage } from '../../shared/page/task-page.tsx';
import { type TaskState, type TaskSteps, useTask } from '../../shared/page/use-task.ts';
import { Card } from '../../shared/ui/card.tsx';
import { InfoList } from '../../shared/ui/info-list.tsx';
import { firmwareDoubts } from './firmware-doubts.ts';
import { readImageFile } from './read-image-file.ts';

const NO_QUERY = {};

/** Loads another firmware onto the gateway, and proves that it runs. */
export function FirmwareUpgradePage() {
  const { t } = useI18n();
  const { updateFailed } = useAreaTexts().maintenance;
  const task = useTask();
  const upgrade = useUpgrade();
  return (
    <TaskPage title={t.titles.firmwareUpgrade} task={task} failed={updateFailed}>
      <FirmwareCard onFile={(file) => task.run((steps) => upgrade(file, steps))} />
    </TaskPage>
  );
}

/** Comes back with the version that runs then. */
function FirmwareCard({ onFile }: { readonly onFile: (file: File) => void }) {
  const { info, maintenance: t } = useAreaTexts();
  const { answer } = useEndpoint(getSystemStatus, NO_QUERY, askAgainMs);
  return (
    <Card title={info.system.firmware}>
      <InfoList rows={[[info.system.version, firmwareVersion(answer?.git_hash ?? '')]]} />
      <FileField
        label={t.firmwareFile}
        hint={t.firmwareHint}
        accept=".bin,.gz"
        onFile={(file) => file && onFile(file)}
      />
    </Card>
  );
}

function useUpgrade() {
  const services = useServices();
  const { maintenance: t } = useAreaTexts();

  return async (file: File, { signal, show, ask, lost, send }: TaskSteps): Promise<TaskState> => {
    show('checking');
    const image = await readImageFile(file);
    if (typeof image === 'string') return { kind: 'failed', reasons: [t[image]] };
    const status = await services.call(getSystemStatus);
    if (status.kind === 'unreachable') return lost();
    const running: Partial<ReceivedSystemStatus> = status.kind === 'answered' ? status.answer : {};
    const doubts = status.kind === 'answered' ? firmwareDoubts(t, image, running) : [t.unknownVersion];
    if (doubts.length > 0) await ask(doubts);

    show('hashing', 0);
    const form = new FormData();
    const onPercent = (percent: number) => show('hashing', percent);
    const digest = await fileMd5(services.startMd5Worker(), file, onPercent, signal);
    if (digest === undefined) return lost();
    form.append(MD5_FIELD, digest);
    form.append(FIRMWARE_FIELD, file, FIRMWARE_FIELD);
    const result = await send(updateFirmware, form);
    if (result.kind !== 'restarting') return result;
    return { ...result, oldVersion: firmwareVersion(running.git_hash ?? ''), note: 'firmwareDone' };
  };
}
