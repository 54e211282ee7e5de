import {
  getNetworkConfig,
  getNetworkStatus,
  getUpdateSource,
  HOSTNAME_MAX_LENGTH,
  NETWORK_PASSWORD_MAX_LENGTH,
  type NetworkUpdate,
  NetworkUpdateSchema,
  type ReceivedNetworkConfig,
  SSID_MAX_LENGTH,
  setNetworkConfig,
} from '@heliograph/contract';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { lengthError } from '../../shared/form/length-note.ts';
import { SettingsPage } from '../../shared/form/settings-page.tsx';
import type { FieldErrors } from '../../shared/form/use-form.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { chipIdDigits } from './hostname.ts';
import { NetworkCards } from './network-cards.tsx';
import {
  ADDRESSES,
  type NetworkValues,
  networkBody,
  networkValues,
  refusedField,
  withoutHidden,
} from './network-values.ts';

const NO_QUERY = {};

/** How the gateway gets into the network, and how it is called there. */
export function NetworkSettingsPage() {
  const { t: frame } = useI18n();
  const texts = useTexts('common', 'network');
  const { network: t } = texts;
  const status = useEndpoint(getNetworkStatus, NO_QUERY);
  // A gateway in software knows this call, a device of its own does not.
  const source = useEndpoint(getUpdateSource, NO_QUERY);

  function moreErrors(
    { ssid, password, hostname }: NetworkValues,
    _received: ReceivedNetworkConfig,
    errors: FieldErrors<NetworkValues>,
  ): FieldErrors<NetworkValues> {
    const wrong = ADDRESSES.filter((name) => errors[name] !== undefined);
    return {
      ...Object.fromEntries(wrong.map((name) => [name, `${errors[name]} ${t.fourNumbers}`])),
      ssid: lengthError(texts, ssid, SSID_MAX_LENGTH),
      password: lengthError(texts, password, NETWORK_PASSWORD_MAX_LENGTH),
      hostname: hostname === '' ? t.hostnameRequired : lengthError(texts, hostname, HOSTNAME_MAX_LENGTH),
    };
  }

  return (
    <SettingsPage<ReceivedNetworkConfig, NetworkUpdate, NetworkValues>
      draftKey="network"
      title={frame.headings.networkSettings}
      load={getNetworkConfig}
      save={setNetworkConfig}
      schema={NetworkUpdateSchema}
      valuesOf={networkValues}
      settle={withoutHidden}
      bodyOf={networkBody}
      moreErrors={moreErrors}
      fieldOf={refusedField}
      onSaved={status.reload}
      info={__FOR_DEVICE__ ? undefined : source.answer && t.storedOnly}
      isWaiting={source.isLoading}
      heights={[17, 18]}
    >
      {(form, received) => (
        <NetworkCards form={form} chipId={chipIdDigits(received.hostname, status.answer?.hostname ?? '')} />
      )}
    </SettingsPage>
  );
}
