import {
  FIRMWARE_FIELD,
  getSystemStatus,
  MD5_FIELD,
  type ReceivedSystemStatus,
  updateFirmware,
} from '@heliograph/contract';
import { fileMd5 } from '../../shared/api/file-md5.ts';
import { isProgram, runningVersion } from '../../shared/api/running-version.ts';
import { useServices } from '../../shared/api/services.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { FileField } from '../../shared/form/file-field.tsx';
import { askAgainMs, LoadFailure } from '../../shared/form/load-failure.tsx';
import { Waiting } from '../../shared/form/waiting.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import { TaskPage } from '../../shared/page/task-page.tsx';
import { type TaskState, type TaskSteps, useTask } from '../../shared/page/use-task.ts';
import { Card } from '../../shared/ui/card.tsx';
import { InfoList } from '../../shared/ui/info-list.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { firmwareDoubts } from './firmware-doubts.ts';
import { type FileProblem, isRefusal, readImageFile } from './read-image-file.ts';
import { UpdateSteps } from './update-steps.tsx';

const NO_QUERY = {};

/** Loads another firmware onto the gateway, and proves that it runs. */
export function FirmwareUpgradePage() {
  const { t } = useI18n();
  const { updateFailed } = useTexts('maintenance').maintenance;
  const task = useTask();
  const upgrade = useUpgrade();
  return (
    <TaskPage title={t.titles.firmwareUpgrade} task={task} failed={updateFailed}>
      <FirmwareCards onFile={(file) => task.run((steps) => upgrade(file, steps))} />
    </TaskPage>
  );
}

interface FirmwareCardsProps {
  readonly onFile: (file: File) => void;
}

/** Come back with what runs then, or is kept. */
function FirmwareCards({ onFile }: FirmwareCardsProps) {
  const { gateway, info, maintenance: t } = useTexts('gateway', 'info', 'maintenance');
  const { answer: status, failure, reload } = useEndpoint(getSystemStatus, NO_QUERY, askAgainMs);
  if (status === undefined) {
    // Nothing is offered before it is known what the gateway is: on a computer a file does not do what it does on a device.
    return failure === undefined || failure.kind === 'unauthorized' ? (
      <Waiting>
        <Skeleton height="16rem" />
      </Waiting>
    ) : (
      <LoadFailure failure={failure} onRetry={reload} />
    );
  }
  const version = runningVersion(status);
  if (__FOR_DEVICE__ || !isProgram(status)) {
    return (
      <Card title={info.system.firmware}>
        <InfoList rows={[[info.system.version, version]]} />
        <ImageField hint={t.firmwareHint} onFile={onFile} />
      </Card>
    );
  }
  const { program } = gateway;
  return (
    <>
      <Card title={program.title}>
        <InfoList rows={[[program.version, version]]} />
        <UpdateSteps installation={status.installation} />
      </Card>
      <Card title={info.system.firmware}>
        <p>{program.notRun}</p>
        <InfoList rows={[[program.image, status.storedImage || program.noImage]]} />
        <ImageField hint={program.hint} onFile={onFile} />
      </Card>
    </>
  );
}

function ImageField({ hint, onFile }: FirmwareCardsProps & { readonly hint: string }) {
  const { firmwareFile } = useTexts('maintenance').maintenance;
  return (
    <FileField
      label={firmwareFile}
      help="firmware-file"
      hint={hint}
      accept=".bin,.gz"
      onFile={(file) => file && onFile(file)}
    />
  );
}

function problemText({ maintenance }: TextsOf<'maintenance'>, problem: FileProblem): string {
  return isRefusal(problem) ? maintenance.refusals[problem] : maintenance.otherContent[problem];
}

function useUpgrade() {
  const services = useServices();
  const texts = useTexts('common', 'gateway', 'maintenance');

  return async (file: File, { signal, show, ask, lost, send }: TaskSteps): Promise<TaskState> => {
    show('checking');
    const image = await readImageFile(file);
    if (typeof image === 'string') return { kind: 'unsent', reason: problemText(texts, image) };
    const status = await services.call(getSystemStatus);
    if (status.kind === 'unreachable') return lost();
    const running: Partial<ReceivedSystemStatus> = status.kind === 'answered' ? status.answer : {};
    const doubts =
      status.kind === 'answered' ? firmwareDoubts(texts, image, running) : [texts.maintenance.unknownVersion];
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
    return { ...result, before: running };
  };
}
