import { getDeviceInfo, type ReceivedDeviceInfo, type ReceivedDeviceInfos } from '@heliograph/contract';
import { type Loaded, useEndpoint } from '../../../shared/api/use-endpoint.ts';
import { LoadFailure, mayPass } from '../../../shared/form/load-failure.tsx';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { Alert } from '../../../shared/ui/alert.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { InfoList } from '../../../shared/ui/info-list.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import styles from './device-info-dialog.module.css';
import { deviceFacts, type Fact, isComplete } from './device-info-facts.ts';

/** What is missing may come with the next turn of the inverter. */
const ASK_AGAIN_MS = 5000;
const NO_BREAK_SPACE = '\u00a0';
const SKELETON_ROWS = ['model', 'power', 'bootloader', 'firmware', 'date', 'part', 'version'];

interface DeviceInfoDialogProps {
  readonly serial: string;
  /** The inverter's title. */
  readonly name: string;
  readonly onClose: () => void;
}

/** What an inverter says about itself: model, firmware, hardware. Asks again until everything is known. */
export function DeviceInfoDialog({ serial, name, onClose }: DeviceInfoDialogProps) {
  const { common, events } = useTexts('common', 'events');
  const { answer, failure, reload } = useEndpoint(getDeviceInfo, {}, repeatMs);
  const texts = events.deviceInfo;
  const info = answer?.get(serial);

  function repeatMs(loaded: Loaded<ReceivedDeviceInfos>): number | undefined {
    if (loaded.failure !== undefined) return mayPass(loaded.failure) ? ASK_AGAIN_MS : undefined;
    const info = loaded.answer?.get(serial);
    return info !== undefined && isComplete(info) ? undefined : ASK_AGAIN_MS;
  }

  return (
    <Dialog title={texts.title} subtitle={name} closeLabel={common.close} onClose={onClose} readingOnly>
      {failure !== undefined && (
        <LoadFailure
          failure={failure}
          staleNote={info === undefined ? undefined : common.outOfDate}
          onRetry={reload}
        />
      )}
      {answer !== undefined && info === undefined && <Alert kind="info">{texts.notThere}</Alert>}
      {/* There from the beginning, so that a change is read out. */}
      <div className={styles.status} role="status">
        {answer === undefined && failure === undefined && <InfoSkeleton />}
        {info !== undefined && !isComplete(info) && <Missing info={info} />}
      </div>
      {info !== undefined && <Info info={info} stale={failure !== undefined} />}
    </Dialog>
  );
}

interface InfoProps {
  readonly info: ReceivedDeviceInfo;
  /** It could not be read again. */
  readonly stale: boolean;
}

function Info({ info, stale }: InfoProps) {
  const { format } = useI18n();
  const texts = useTexts('events').events.deviceInfo;
  const facts = deviceFacts(info, format);
  const shown = (fact: Fact) =>
    typeof fact === 'object' ? fact.text : <span className={styles.unknown}>{texts[fact]}</span>;
  return (
    <>
      <InfoList
        stale={stale}
        rows={[
          [texts.model, shown(facts.model)],
          [texts.maxPower, shown(facts.maxPower)],
          [texts.bootloader, shown(facts.bootloader)],
          [texts.firmware, shown(facts.firmware)],
          [texts.buildDate, shown(facts.buildDate)],
          [texts.partNumber, shown(facts.partNumber)],
          [texts.hardwareVersion, shown(facts.hardwareVersion)],
        ]}
      />
      {facts.model === 'unknown' && typeof facts.partNumber === 'object' && (
        <Alert kind="info">
          <div className={styles.report}>
            <p>{texts.reportModel(facts.partNumber.text.replaceAll(' ', NO_BREAK_SPACE))}</p>
            <CopyButton text={facts.partNumber.text} label={texts.copyPartNumber} />
          </div>
        </Alert>
      )}
    </>
  );
}

/** What is not known yet, and when it will come. */
function Missing({ info }: { readonly info: ReceivedDeviceInfo }) {
  const texts = useTexts('events').events.deviceInfo;
  if (info.isValid) return <Alert kind="info">{texts.partMissing}</Alert>;
  return (
    <Alert kind="warning">
      <p className={styles.notValid}>{texts.notValid}</p>
      <p>{texts.notValidNext}</p>
    </Alert>
  );
}

function InfoSkeleton() {
  const texts = useTexts('events').events.deviceInfo;
  return (
    <div className={styles.skeleton}>
      <p className="visually-hidden">{texts.loading}</p>
      {SKELETON_ROWS.map((row) => (
        <Skeleton key={row} height="1.5rem" />
      ))}
    </div>
  );
}
