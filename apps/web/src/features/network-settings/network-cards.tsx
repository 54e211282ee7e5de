import { HOSTNAME_MAX_LENGTH, NETWORK_PASSWORD_MAX_LENGTH, SSID_MAX_LENGTH } from '@heliograph/contract';
import { lengthNote } from '../../shared/form/length-note.ts';
import { SecretField } from '../../shared/form/secret-field.tsx';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import type { Form } from '../../shared/form/use-form.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { Card } from '../../shared/ui/card.tsx';
import { addressNotices } from './address-notices.ts';
import { ApiCard } from './api-card.tsx';
import { expandHostname } from './hostname.ts';
import styles from './network-settings.module.css';
import { ADDRESSES, type NetworkValues } from './network-values.ts';

interface NetworkCardsProps {
  readonly form: Form<NetworkValues>;
  /** Six digits, which the host name may contain. */
  readonly chipId: string;
}

/** The fields: the WiFi, the name in the network, and the addresses unless they are handed out there. */
export function NetworkCards({ form, chipId }: NetworkCardsProps) {
  const texts = useTexts('common', 'network');
  const { network: t } = texts;
  const { ssid, password, hostname, dhcp } = form.values;
  const notices = addressNotices(t, form.values);
  return (
    <>
      <Card title={t.wifi}>
        <TextField
          label={t.ssid}
          field={form.text('ssid')}
          hint={lengthNote(texts, ssid, SSID_MAX_LENGTH)}
          autoCapitalize="none"
          spellCheck={false}
        />
        <SecretField
          label={t.password}
          help="wifi-password"
          field={form.text('password')}
          hint={lengthNote(texts, password, NETWORK_PASSWORD_MAX_LENGTH)}
          canBeRemoved
        />
      </Card>
      <div className={styles.column}>
        <Card title={t.inNetwork}>
          <TextField
            label={t.hostname}
            field={form.text('hostname')}
            hint={`${t.becomes(expandHostname(hostname, chipId))} ${
              lengthNote(texts, hostname, HOSTNAME_MAX_LENGTH) ?? t.hostnameHint
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
        {!__FOR_DEVICE__ && form.values.api_generations !== '' && <ApiCard form={form} />}
      </div>
    </>
  );
}

/** The number keys of some phones have a comma and no dot. */
function cleanAddress(text: string): string {
  return text.replace(/\s/g, '').replaceAll(',', '.');
}
