import { screen, within } from '@testing-library/react';
import { htmlResponse, postedData, SAVED } from './answer.ts';
import { jsonResponse, LOGGED_IN, renderApp } from './render-app.tsx';

export const PEM = '-----BEGIN CERTIFICATE-----\nMIEBAA==\n-----END CERTIFICATE-----\n';
export const STORED = {
  mqtt_enabled: true,
  mqtt_hostname: 'broker.local',
  mqtt_port: 1883,
  mqtt_username: 'roof',
  mqtt_password: '••••••••',
  mqtt_topic: 'solar/',
  mqtt_retain: true,
  mqtt_tls: true,
  mqtt_root_ca_cert: PEM,
  mqtt_lwt_topic: 'dtu/status',
  mqtt_lwt_online: 'online',
  mqtt_lwt_offline: 'offline',
  mqtt_publish_interval: 5,
  mqtt_hass_enabled: true,
  mqtt_hass_expire: true,
  mqtt_hass_retain: true,
  mqtt_hass_topic: 'homeassistant/',
  mqtt_hass_individualpanels: false,
};
export const CONNECTED = { mqtt_enabled: true, mqtt_connected: true, mqtt_failure: '' };
export const ACCEPTED = { type: 'success', message: 'ok', mqtt_failure: '' };

/** What is sent as JSON, or whatever a request leads to. */
export type MqttAnswer = object | ((init: RequestInit) => Response | Promise<Response>);

interface Answers {
  config: object;
  status: MqttAnswer;
  save: MqttAnswer;
  trial: MqttAnswer;
}

/** A gateway whose answers can be changed while the page is open. */
function createGateway(answers: Partial<Answers>) {
  const state: Answers = { config: STORED, status: CONNECTED, save: SAVED, trial: ACCEPTED, ...answers };
  const saves: object[] = [];
  const trials: object[] = [];
  const calls = { status: 0 };
  const say = async (answer: MqttAnswer, init: RequestInit) =>
    typeof answer === 'function' ? answer(init) : jsonResponse(answer);

  async function fetch(path: string, init: RequestInit): Promise<Response> {
    if (init.method === 'POST') {
      const isTrial = path === '/api/heliograph/mqtt-trial';
      (isTrial ? trials : saves).push(postedData(init));
      return say(isTrial ? state.trial : state.save, init);
    }
    if (path === '/api/mqtt/config') return jsonResponse(state.config);
    if (path !== '/api/mqtt/status') return htmlResponse();
    calls.status += 1;
    return say(state.status, init);
  }

  return { state, saves, trials, calls, fetch };
}

export async function openMqttSettings(answers: Partial<Answers> = {}) {
  const gateway = createGateway(answers);
  const app = await renderApp({ path: '/settings/mqtt', stored: LOGGED_IN, fetch: gateway.fetch });
  await screen.findByRole('switch', { name: 'Enable MQTT' });
  return { ...gateway, ...app };
}
type User = Awaited<ReturnType<typeof openMqttSettings>>['user'];

export const card = (name: string) => within(screen.getByRole('region', { name }));
export const field = (label: string, place = '') =>
  (place === '' ? screen : card(place)).getByLabelText<HTMLInputElement>(label);
export const testButton = () => screen.getByRole('button', { name: 'Test connection' });
export const press = (user: User, label: string, place?: string) => user.click(field(label, place));

export async function fill(user: User, label: string, text: string) {
  await user.clear(field(label));
  await user.click(field(label));
  if (text !== '') await user.paste(text);
}
