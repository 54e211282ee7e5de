import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENDPOINTS, type EndpointName, PIN_PROFILE_FILE } from '@heliograph/contract';
import {
  startSharedGateway,
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';

/**
 * What a fresh gateway on the machine of `TEST_HOST` tells, byte for byte. Source:
 * docs/reference/original-device.md#network, #time, #mqtt-settings, #device-settings-and-pins, #security,
 * #system-status, #configuration-files, docs/decisions/0007-secrets-are-never-sent.md,
 * docs/decisions/0008-anonymous-reading.md, docs/decisions/0017-host-facts.md and docs/decisions/0021-update-check.md.
 */

const BULLETS = '••••••••';
const NO_ADDRESSES =
  '"ipaddress":"0.0.0.0","netmask":"0.0.0.0","gateway":"0.0.0.0","dns1":"0.0.0.0","dns2":"0.0.0.0"';
const ZONE = '"ntp_timezone":"CET-1CEST,M3.5.0,M10.5.0/3","ntp_timezone_descr":"Europe/Berlin"';

const ANSWERS = {
  getNetworkConfig: `{"hostname":"OpenDTU-%06X","dhcp":true,${NO_ADDRESSES},"ssid":"","password":""}`,
  getNetworkStatus:
    '{"sta_status":false,"sta_ssid":"","sta_rssi":0,"network_hostname":"OpenDTU-ABCDEF",' +
    '"network_ip":"192.168.4.20","network_netmask":"255.255.255.0","network_gateway":"192.168.4.1",' +
    '"network_dns1":"192.168.4.1","network_dns2":"0.0.0.0","network_mac":"02:00:00:AB:CD:EF",' +
    '"network_mode":"Ethernet","ap_status":false,"ap_ssid":"OpenDTU-11259375","ap_ip":"0.0.0.0",' +
    '"ap_mac":"","ap_stationnum":0}',
  getNtpConfig: `{"ntp_server":"pool.ntp.org",${ZONE},"latitude":null,"longitude":null}`,
  getNtpStatus: `{"ntp_server":"pool.ntp.org",${ZONE},"ntp_status":false,"ntp_localtime":"Friday, June 21 2024 11:30:00","ntp_state":"never","ntp_clock_set":true,"ntp_address":"","ntp_answer_age":-1,"ntp_offset":0,"ntp_next_try":0,"ntp_failure":""}`,
  getTime: '{"ntp_status":true,"year":2024,"month":6,"day":21,"hour":11,"minute":30,"second":0}',
  getDtuConfig: '{"dtu_serial":"199980159375","dtu_pollinterval":1,"dtu_palevel":0}',
  getDeviceConfig:
    '{"curPin":{"name":"","nrf24":{"clk":18,"cs":5,"en":4,"irq":16,"miso":19,"mosi":23},' +
    '"eth":{"enabled":false,"phy_addr":0,"power":-1,"mdc":23,"mdio":18,"type":0,"clk_mode":0},' +
    '"display":{"type":0,"data":255,"clk":255,"cs":255,"reset":255}},' +
    '"display":{"show_logo":true,"power_safe":true,"screensaver":true,"contrast":60}}',
  getSecurityConfig: `{"password":"${BULLETS}","allow_readonly":true}`,
  getSystemStatus:
    '{"hostname":"OpenDTU-ABCDEF","sdkversion":"Node.js v20.19.0","cpufreq":1500,"heap_total":300000,' +
    '"heap_used":120000,"sketch_total":1572864,"sketch_used":0,"littlefs_total":8000000,' +
    '"littlefs_used":2000000,"chiprevision":3,"chipmodel":"Test chip","chipcores":4,' +
    '"resetreason_0":"Program started","resetreason_1":"Program started","cfgsavecount":7,' +
    '"config_version":"0.1.23","git_hash":"g1234567","uptime":0,"radio_connected":true,"radio_pvariant":true,' +
    '"heliograph_version":"0.1.0","heliograph_commit":"1234567","heliograph_installation":"docker",' +
    '"heliograph_image":"","heliograph_runtime_end_of_life":"2026-04-30"}',
  getUpdateSource: '{"repository":"some-one/some-thing"}',
  getConfigList: '{"configs":[{"name":"config.json"}]}',
} satisfies Partial<Readonly<Record<EndpointName, string>>>;

const NAMES = Object.keys(ANSWERS) as (keyof typeof ANSWERS)[];
const GATEWAY: TestGatewayOptions = {
  ...{ version: '0.1.0', gitHash: 'g1234567', installation: 'docker' as const },
  updateRepository: 'some-one/some-thing',
};

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startSharedGateway(GATEWAY);
  return gateway.dispose;
});

const get = (path: string, headers: Readonly<Record<string, string>> = login()) =>
  send(gateway.port, path, { headers });

describe('a fresh gateway', () => {
  it.each(NAMES)('answers %s', async (name) => {
    const { status, headers, text } = await get(ENDPOINTS[name].path);
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(text).toBe(ANSWERS[name]);
  });

  it.each(NAMES)('answers %s in a form that its reader takes as it is', (name) => {
    expect(JSON.stringify(ENDPOINTS[name].read(JSON.parse(ANSWERS[name])))).toBe(ANSWERS[name]);
  });

  it('tells what it knows of the broker, without secrets', async () => {
    const { text } = await get(ENDPOINTS.getMqttStatus.path);
    const status = JSON.parse(text);
    expect(text.replace(/"mqtt_root_ca_cert_info":"[^"]*"/, '"mqtt_root_ca_cert_info":""')).toBe(
      '{"mqtt_enabled":false,"mqtt_hostname":"","mqtt_port":1883,"mqtt_username":"","mqtt_topic":"solar/",' +
        '"mqtt_connected":false,"mqtt_retain":true,"mqtt_tls":false,"mqtt_root_ca_cert_info":"",' +
        '"mqtt_lwt_topic":"solar/dtu/status","mqtt_publish_interval":5,"mqtt_hass_enabled":false,' +
        '"mqtt_hass_expire":true,"mqtt_hass_retain":true,"mqtt_hass_topic":"homeassistant/",' +
        '"mqtt_hass_individualpanels":false,"mqtt_failure":""}',
    );
    expect(status.mqtt_root_ca_cert_info).toMatch(/^subject name +: .*CN=ISRG Root X1$/m);
    expect(ENDPOINTS.getMqttStatus.read(status)).toEqual(status);
  });

  it('counts its uptime in whole seconds, and every save', async () => {
    const other = await startTestGateway(GATEWAY);
    await other.clock.advanceAsync(61_999);
    const { text } = await send(other.port, ENDPOINTS.getSystemStatus.path, { headers: login() });
    expect(JSON.parse(text)).toMatchObject({ uptime: 61, cfgsavecount: 7 });
  });

  it('says nothing of versions and repositories that it does not know', async () => {
    const { port } = await startTestGateway();
    const textOf = async (name: EndpointName) =>
      (await send(port, ENDPOINTS[name].path, { headers: login() })).text;
    expect(JSON.parse(await textOf('getSystemStatus'))).toMatchObject({
      ...{ git_hash: '', heliograph_version: '', heliograph_commit: '' },
      heliograph_installation: 'unknown',
    });
    expect(await textOf('getUpdateSource')).toBe('{"repository":""}');
  });

  it('that has no radio says so', async () => {
    const { port } = await startTestGateway({ scenario: 'radio-problem' });
    const { text } = await send(port, ENDPOINTS.getSystemStatus.path, { headers: login() });
    expect(JSON.parse(text)).toMatchObject({ radio_connected: false, radio_pvariant: false });
  });

  it('whose clock was never set counts from 1970', async () => {
    const { port, clock } = await startTestGateway({ scenario: 'clock-not-set' });
    await clock.advanceAsync(5000);
    const textOf = async (name: EndpointName) =>
      (await send(port, ENDPOINTS[name].path, { headers: login() })).text;
    expect(await textOf('getTime')).toBe(
      '{"ntp_status":false,"year":1970,"month":1,"day":1,"hour":1,"minute":0,"second":5}',
    );
    expect(JSON.parse(await textOf('getNtpStatus'))).toMatchObject({
      ntp_status: false,
      ntp_localtime: 'Thursday, January 01 1970 01:00:05',
    });
  });
});

describe('the file of pin profiles', () => {
  const path = ENDPOINTS.getConfigFile.path;

  it.each(['[]', '[{"name":"Ü"}]\n', '{', ''])('comes as it is: %j', async (content) => {
    const other = await startTestGateway();
    await writeFile(join(other.dataFolder, PIN_PROFILE_FILE), content);
    const asked = await send(other.port, `${path}?file=${PIN_PROFILE_FILE}`, { headers: login() });
    expect([asked.status, asked.text]).toEqual([200, content]);
    const list = await send(other.port, ENDPOINTS.getConfigList.path, { headers: login() });
    expect(list.text).toBe('{"configs":[{"name":"config.json"},{"name":"pin_mapping.json"}]}');
    expect(asked.headers).toMatchObject({
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="pin_mapping.json"',
    });
  });

  it('is for the admin', async () => {
    expect((await get(`${path}?file=${PIN_PROFILE_FILE}`, {})).status).toBe(401);
  });
});
