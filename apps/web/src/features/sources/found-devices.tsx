import { type FoundSource, type FoundSources, findSources, type SourceConfig } from '@heliograph/contract';
import { type Loaded, useEndpoint } from '../../shared/api/use-endpoint.ts';
import { callFailureText } from '../../shared/form/call-failure.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { addressText, announcedAddress, isSameAddress } from '../../shared/lib/source-address.ts';
import { Button } from '../../shared/ui/button.tsx';
import styles from './sources.module.css';

interface FoundDevicesProps {
  /** The devices that are set up. */
  readonly configs: readonly SourceConfig[];
  readonly onChoose: (address: string) => void;
}

/** Devices that announce themselves in the gateway's network: one press takes over the address. */
export function FoundDevices({ configs, onChoose }: FoundDevicesProps) {
  const { format } = useI18n();
  const texts = useTexts('common', 'sources');
  const { sources: t } = texts;
  const { answer, failure, isLoading, reload } = useEndpoint(findSources, NO_QUERY, repeatMs);
  const devices = answer?.devices ?? [];
  const isSearching = failure === undefined && (answer === undefined || answer.listening || isLoading);
  const state = isSearching ? t.searching : devices.length > 0 ? '' : t.noneFound;
  return (
    <section className={styles.found} aria-labelledby="found-devices">
      <div className={styles.foundTop}>
        <h3 id="found-devices">{t.foundTitle}</h3>
        {!isSearching && (
          <Button variant="bare" onClick={reload}>
            {t.searchAgain}
          </Button>
        )}
      </div>
      {devices.length > 0 && (
        <ul>
          {devices.map((device) => (
            <FoundDevice
              key={`${device.host}:${device.port}`}
              device={device}
              isKnown={configs.some((config) => isDevice(config, device))}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
      <p role="status" className={styles.quiet}>
        {failure === undefined ? state : callFailureText(texts, format, failure)}
      </p>
    </section>
  );
}

interface FoundDeviceProps extends Pick<FoundDevicesProps, 'onChoose'> {
  readonly device: FoundSource;
  /** It is set up already. */
  readonly isKnown: boolean;
}

function FoundDevice({ device, isKnown, onChoose }: FoundDeviceProps) {
  const { sources: t } = useTexts('sources');
  const address = addressText(announcedAddress(device));
  const isNamed = device.name !== '' && !address.startsWith(`${device.name}.`);
  return (
    <li>
      <Button
        className={styles.foundDevice}
        aria-disabled={isKnown}
        onClick={() => {
          if (!isKnown) onChoose(address);
        }}
      >
        <strong>{isNamed ? device.name : address}</strong>
        <span>{[isNamed && address, ...device.addresses].filter(Boolean).join(', ')}</span>
        {isKnown && <span>{t.isSetUp}</span>}
      </Button>
    </li>
  );
}

function isDevice(config: SourceConfig, device: FoundSource): boolean {
  const { host, addresses } = device;
  const names = [host.replace(/\.$/, ''), ...addresses].map((name) => name.toLowerCase());
  const address = { ...announcedAddress(device), host: config.host.toLowerCase() };
  return names.includes(address.host) && isSameAddress({ ...config, host: address.host }, address);
}

const NO_QUERY = {};
const LISTENING_MS = 1000;

/** More may come while the gateway listens. */
function repeatMs({ answer, failure }: Loaded<FoundSources>): number | undefined {
  return failure === undefined && answer?.listening ? LISTENING_MS : undefined;
}
