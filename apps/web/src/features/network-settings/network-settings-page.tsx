import {
  getNetworkConfig,
  getNetworkStatus,
  getUpdateSource,
  HOSTNAME_MAX_LENGTH,
  NETWORK_PASSWORD_MAX_LENGTH,
  type NetworkConfig,
  NetworkConfigSchema,
  type ReceivedNetworkConfig,
  SSID_MAX_LENGTH,
  setNetworkConfig,
} from '@heliograph/contract';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { lengthError, lengthNote } from '../../shared/form/length-note.ts';
import { SecretField } from '../../shared/form/secret-field.tsx';
import { SettingsPage } from '../../shared/form/settings-page.tsx';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import type { FieldErrors } from '../../shared/form/use-form.ts';
import { useAreaTexts, useI18n } from '../../shared/i18n/i18n-context.ts';
import { Card } from '../../shared/ui/card.tsx';
import { addressNotices } from './address-notices.ts';
import { chipIdDigits, expandHostname } from './hostname.ts';
import styles from './network-settings.module.css';
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
  const area = useAreaTexts();
  const { network: t } = area;
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
      ssid: lengthError(area, ssid, SSID_MAX_LENGTH),
      password: lengthError(area, password, NETWORK_PASSWORD_MAX_LENGTH),
      hostname: hostname === '' ? t.hostnameRequired : lengthError(area, hostname, HOSTNAME_MAX_LENGTH),
    };
  }

  return (
    <SettingsPage<ReceivedNetworkConfig, NetworkConfig, NetworkValues>
      draftKey="network"
      title={frame.titles.networkSettings}
      load={getNetworkConfig}
      save={setNetworkConfig}
      schema={NetworkConfigSchema}
      valuesOf={networkValues}
      settle={withoutHidden}
      bodyOf={networkBody}
      moreErrors={moreErrors}
      fieldOf={refusedField}
      onSaved={status.reload}
      info={source.answer && t.storedOnly}
      isWaiting={source.isLoading}
      heights={[17, 18]}
    >
      {(form, received) => {
        const { ssid, password, hostname, dhcp } = form.values;
        const chipId = chipIdDigits(received.hostname, status.answer?.network_hostname ?? '');
        const notices = addressNotices(t, form.values);
        return (
          <>
            <Card title={t.wifi}>
              <TextField
                label={t.ssid}
                field={form.text('ssid')}
                hint={lengthNote(area, ssid, SSID_MAX_LENGTH)}
                autoCapitalize="none"
                spellCheck={false}
              />
              <SecretField
                label={t.password}
                field={form.text('password')}
                hint={lengthNote(area, password, NETWORK_PASSWORD_MAX_LENGTH)}
                canBeRemoved
              />
            </Card>
            <div className={styles.column}>
              <Card title={t.inNetwork}>
                <TextField
                  label={t.hostname}
                  field={form.text('hostname')}
                  hint={`${t.becomes(expandHostname(hostname, chipId))} ${
                    lengthNote(area, hostname, HOSTNAME_MAX_LENGTH) ?? t.hostnameHint
                  }`}
                  autoCapitalize="none"
                  spellCheck={false}
                  required
                />
                <SwitchField label={t.dhcp} field={form.flag('dhcp')} hint={t.dhcpHint} />
              </Card>
              {!dhcp && (
                <Card title={t.fixed}>
                  {ADDRESSES.map((name) => (
                    <TextField
                      key={name}
                      label={t[name]}
                      field={form.text(name)}
                      notice={notices[name]}
                      clean={cleanAddress}
                      inputMode="decimal"
                    />
                  ))}
                </Card>
              )}
            </div>
          </>
        );
      }}
    </SettingsPage>
  );
}

/** The number keys of some phones have a comma and no dot. */
function cleanAddress(text: string): string {
  return text.replace(/\s/g, '').replaceAll(',', '.');
}
