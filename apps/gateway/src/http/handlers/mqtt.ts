import {
  type Handlers,
  type MqttConfig,
  type MqttFailure,
  type MqttUpdate,
  result,
} from '@heliograph/contract';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { MqttFacts, MqttTrials } from '../../system/mqtt-facts.ts';
import { mqttStatus } from '../../system/mqtt-status.ts';
import { withNewerSettings } from './newer-settings.ts';
import { keptOrNew, shownSecret } from './secrets.ts';

type MqttHandlers = Pick<
  Handlers,
  'getMqttConfig' | 'setMqttConfig' | 'getMqttStatus' | 'testMqttConnection'
>;

export interface MqttHandlerOptions extends MqttTrials {
  readonly settings: SettingsStore;
  readonly mqttFacts: () => MqttFacts;
  /** Our name at the broker. */
  readonly clientId: () => string;
}

/** The connection has subscribed to the settings. */
export function createMqttHandlers({
  settings,
  mqttFacts,
  clientId,
  tryConnection,
}: MqttHandlerOptions): MqttHandlers {
  return {
    getMqttConfig: () => shownConfig(settings.get('mqtt')),
    async setMqttConfig(update, _query, { generations }) {
      // Originals since v25.9.11 want it, and take nothing without.
      const { mqtt_enabled, mqtt_hass_enabled, mqtt_hass_topic } = update;
      const needsSlash = generations === 'newest' && mqtt_enabled && mqtt_hass_enabled;
      if (needsSlash && !mqtt_hass_topic.endsWith('/')) return result('MqttHassTopicTrailingSlash');
      await settings.update('mqtt', (current) => withKept(update, current));
      return result('SettingsSaved');
    },
    getMqttStatus: () => mqttStatus(settings.get('mqtt'), { ...mqttFacts(), clientId: clientId() }),
    async testMqttConnection(update) {
      const failure = await tryConnection(withKept(update, settings.get('mqtt')));
      return {
        type: failure === '' ? 'success' : 'warning',
        message: TRIAL_MESSAGES[failure],
        mqtt_failure: failure === 'busy' ? 'other' : failure,
      };
    },
  };
}

/** Keys in the order of the wire, those of 2023 first. Source: docs/reference/original-device.md#mqtt-settings. */
function shownConfig(config: MqttConfig): MqttConfig {
  const of2023 = {
    mqtt_enabled: config.mqtt_enabled,
    mqtt_hostname: config.mqtt_hostname,
    mqtt_port: config.mqtt_port,
    mqtt_username: config.mqtt_username,
    mqtt_password: shownSecret(config.mqtt_password),
    mqtt_topic: config.mqtt_topic,
    mqtt_retain: config.mqtt_retain,
    mqtt_tls: config.mqtt_tls,
    mqtt_root_ca_cert: config.mqtt_root_ca_cert,
    mqtt_lwt_topic: config.mqtt_lwt_topic,
    mqtt_lwt_online: config.mqtt_lwt_online,
    mqtt_lwt_offline: config.mqtt_lwt_offline,
    mqtt_publish_interval: config.mqtt_publish_interval,
    mqtt_hass_enabled: config.mqtt_hass_enabled,
    mqtt_hass_expire: config.mqtt_hass_expire,
    mqtt_hass_retain: config.mqtt_hass_retain,
    mqtt_hass_topic: config.mqtt_hass_topic,
    mqtt_hass_individualpanels: config.mqtt_hass_individualpanels,
  };
  return withNewerSettings('mqtt', of2023, {
    mqtt_clientid: config.mqtt_clientid,
    mqtt_tls_cert_login: config.mqtt_tls_cert_login,
    mqtt_client_cert: config.mqtt_client_cert,
    mqtt_client_key: shownSecret(config.mqtt_client_key),
    mqtt_lwt_qos: config.mqtt_lwt_qos,
    mqtt_clean_session: config.mqtt_clean_session,
  });
}

/**
 * What was not sent, or sent as the placeholder, stays. Source: docs/reference/original-device.md#quirk-17 and
 * docs/decisions/0007-secrets-are-never-sent.md.
 */
function withKept(update: MqttUpdate, current: MqttConfig): MqttConfig {
  return {
    ...update,
    mqtt_password: keptOrNew(update.mqtt_password, current.mqtt_password),
    mqtt_root_ca_cert: update.mqtt_root_ca_cert ?? current.mqtt_root_ca_cert,
    mqtt_clientid: update.mqtt_clientid ?? current.mqtt_clientid,
    mqtt_tls_cert_login: update.mqtt_tls_cert_login ?? current.mqtt_tls_cert_login,
    mqtt_client_cert: update.mqtt_client_cert ?? current.mqtt_client_cert,
    mqtt_client_key: keptOrNew(update.mqtt_client_key ?? current.mqtt_client_key, current.mqtt_client_key),
    mqtt_lwt_qos: update.mqtt_lwt_qos ?? current.mqtt_lwt_qos,
    mqtt_clean_session: update.mqtt_clean_session ?? current.mqtt_clean_session,
  };
}

/** For scripts; the web app has its own words for each failure. */
const TRIAL_MESSAGES: Readonly<Record<MqttFailure | '' | 'busy', string>> = {
  '': 'The broker accepts the connection.',
  'unknown-host': 'The server name cannot be found.',
  refused: 'Nothing is listening on this port of the server.',
  'no-answer': 'The server does not answer.',
  closed: 'The server closed the connection; it may expect TLS, or another client has the same id.',
  login: 'The server does not accept the username and password.',
  rejected: 'The server is not an MQTT broker, or does not accept this client.',
  'no-tls': 'The server does not use TLS on this port.',
  untrusted: 'The certificate of the server is not signed by the root certificate.',
  'wrong-name': 'The certificate of the server is for another name.',
  'wrong-time': 'The certificate of the server is not valid at this time.',
  'unreadable-root': 'The root certificate cannot be read.',
  'unreadable-login': 'The certificate and the key to log in with cannot be read, or are not of one another.',
  other: 'The connection failed; details are in the console.',
  busy: 'Other values are being tried; please try again in a few seconds.',
};
