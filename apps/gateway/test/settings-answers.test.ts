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
import { toldAs } from '../src/http/answers/told-keys.ts';

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
  getNetworkConfig: `{"hostname":"OpenDTU-%06X","dhcp":true,${NO_ADDRESSES},"ssid":"","password":"","api_generations":"both","prometheus_labels":"newest","aptimeout":0,"mdnsenabled":false,"syslogenabled":false,"sysloghostname":"","syslogport":514}`,
  getNetworkStatus:
    '{"sta_status":false,"sta_ssid":"","sta_rssi":0,"network_hostname":"OpenDTU-ABCDEF",' +
    '"network_ip":"192.168.4.20","network_netmask":"255.255.255.0","network_gateway":"192.168.4.1",' +
    '"network_dns1":"192.168.4.1","network_dns2":"0.0.0.0","network_mac":"02:00:00:AB:CD:EF",' +
    '"network_mode":"Ethernet","ap_status":false,"ap_ssid":"OpenDTU-11259375","ap_ip":"0.0.0.0",' +
    '"ap_mac":"","ap_stationnum":0,"sta_bssid":""}',
  getNtpConfig: `{"ntp_server":"pool.ntp.org",${ZONE},"latitude":null,"longitude":null,"sunsettype":0}`,
  getNtpStatus: `{"ntp_server":"pool.ntp.org",${ZONE},"ntp_status":false,"ntp_localtime":"Friday, June 21 2024 11:30:00","ntp_state":"never","ntp_clock_set":true,"ntp_address":"","ntp_answer_age":-1,"ntp_offset":0,"ntp_next_try":0,"ntp_failure":"","sun_risetime":"--","sun_settime":"--","sun_isSunsetAvailable":false,"sun_isDayPeriod":true}`,
  getTime: '{"ntp_status":true,"year":2024,"month":6,"day":21,"hour":11,"minute":30,"second":0}',
  getDtuConfig:
    '{"dtu_serial":"199980159375","dtu_pollinterval":1,"dtu_palevel":0,"serial":"199980159375","pollinterval":1,' +
    '"nrf_enabled":true,"nrf_palevel":0,"cmt_enabled":false,"cmt_palevel":0,"cmt_frequency":865000000,' +
    '"cmt_country":0,"cmt_chan_width":250000,"country_def":[{"freq_default":865000000,"freq_min":860000000,' +
    '"freq_max":870000000,"freq_legal_min":863000000,"freq_legal_max":870000000}]}',
  getDeviceConfig:
    '{"curPin":{"name":"","nrf24":{"clk":18,"cs":5,"en":4,"irq":16,"miso":19,"mosi":23},' +
    '"eth":{"enabled":false,"phy_addr":0,"power":-1,"mdc":23,"mdio":18,"type":0,"clk_mode":0},' +
    '"display":{"type":0,"data":255,"clk":255,"cs":255,"reset":255},' +
    '"cmt":{"clk":-1,"cs":-1,"fcs":-1,"sdio":-1,"gpio2":-1,"gpio3":-1},' +
    '"w5500":{"sclk":-1,"mosi":-1,"miso":-1,"cs":-1,"int":-1,"rst":-1},"led":{"led0":-1,"led1":-1}},' +
    '"display":{"show_logo":true,"power_safe":true,"screensaver":true,"contrast":60,"rotation":0,"locale":"en",' +
    '"diagramduration":36000,"diagrammode":1},"led":[{"brightness":100},{"brightness":100}]}',
  getSecurityConfig: `{"password":"${BULLETS}","allow_readonly":true}`,
  getSystemStatus:
    '{"hostname":"OpenDTU-ABCDEF","sdkversion":"Node.js v20.19.0","cpufreq":1500,"heap_total":300000,' +
    '"heap_used":120000,"sketch_total":1572864,"sketch_used":0,"littlefs_total":8000000,' +
    '"littlefs_used":2000000,"chiprevision":3,"chipmodel":"Test chip","chipcores":4,' +
    '"resetreason_0":"Program started","resetreason_1":"Program started","cfgsavecount":1,' +
    '"config_version":"0.1.23","git_hash":"v25.5.10","uptime":0,"radio_connected":true,"radio_pvariant":true,' +
    '"cputemp":48.5,"heap_max_block":180000,"heap_min_free":180000,"psram_total":0,"psram_used":0,"flashsize"' +
    ':8000000,"task_details":[],"git_branch":"","pioenv":"heliograph","nrf_configured":true,"n' +
    'rf_connected":true,"nrf_pvariant":true,"cmt_configured":false,"cmt_connected":false,' +
    '"heliograph_version":"0.1.0","heliograph_commit":"1234567","heliograph_installation":"docker",' +
    '"heliograph_image":"","heliograph_runtime_end_of_life":"2026-04-30","heliograph_id":"","heliograph_upstream":[]}',
  getUpdateSource: '{"repository":"some-one/some-thing"}',
  getConfigList: '{"configs":[{"name":"config.json"}]}',
} satisfies Partial<Readonly<Record<EndpointName, string>>>;

const OF_CHANCE = /"heliograph_id":"[\da-f]{16}"/;

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

/** Our pages read the keys of 2023 and those that are ours. */
const valuesOfPages = (name: EndpointName, sent: never) => Object.values(toldAs('2023', name, sent));

describe('a fresh gateway', () => {
  it.each(NAMES)('answers %s', async (name) => {
    const { status, headers, text } = await get(ENDPOINTS[name].path);
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(text.replace(OF_CHANCE, '"heliograph_id":""')).toBe(ANSWERS[name]);
  });

  it.each(NAMES)('answers %s in a form of which its reader takes every value as it is', (name) => {
    const answer = JSON.parse(ANSWERS[name]);
    // Only other gateways read these two.
    const { heliograph_id: _, heliograph_upstream: __, ...sent } = answer;
    const received = ENDPOINTS[name].read(answer) ?? {};
    // What a status is for a client has other names, in the same order.
    if (name.endsWith('Status')) expect(Object.values(received)).toEqual(valuesOfPages(name, sent as never));
    else expect(JSON.stringify(received)).toBe(ANSWERS[name]);
  });

  it('tells what it knows of the broker, without secrets', async () => {
    const { text } = await get(ENDPOINTS.getMqttStatus.path);
    const status = JSON.parse(text);
    expect(text.replace(/"mqtt_root_ca_cert_info":"[^"]*"/, '"mqtt_root_ca_cert_info":""')).toBe(
      '{"mqtt_enabled":false,"mqtt_hostname":"","mqtt_port":1883,"mqtt_username":"","mqtt_topic":"solar/",' +
        '"mqtt_connected":false,"mqtt_retain":true,"mqtt_tls":false,"mqtt_root_ca_cert_info":"",' +
        '"mqtt_lwt_topic":"solar/dtu/status","mqtt_publish_interval":5,"mqtt_hass_enabled":false,' +
        '"mqtt_hass_expire":true,"mqtt_hass_retain":true,"mqtt_hass_topic":"homeassistant/",' +
        '"mqtt_hass_individualpanels":false,"mqtt_failure":"","mqtt_clientid":"OpenDTU-11259375",' +
        '"mqtt_tls_cert_login":false,"mqtt_client_cert_info":"","mqtt_clean_session":true}',
    );
    expect(status.mqtt_root_ca_cert_info).toMatch(/^subject name +: .*CN=ISRG Root X1$/m);
    const read = ENDPOINTS.getMqttStatus.read(status) ?? {};
    expect(Object.values(read)).toEqual(Object.values(toldAs('2023', 'getMqttStatus', status)));
  });

  it('counts its uptime in whole seconds, and every save', async () => {
    const other = await startTestGateway(GATEWAY);
    await other.clock.advanceAsync(61_999);
    const { text } = await send(other.port, ENDPOINTS.getSystemStatus.path, { headers: login() });
    expect(JSON.parse(text)).toMatchObject({ uptime: 61, cfgsavecount: 1 });
  });

  it('says nothing of versions and repositories that it does not know', async () => {
    const { port } = await startTestGateway();
    const textOf = async (name: EndpointName) =>
      (await send(port, ENDPOINTS[name].path, { headers: login() })).text;
    expect(JSON.parse(await textOf('getSystemStatus'))).toMatchObject({
      ...{ git_hash: 'v25.5.10', heliograph_version: '', heliograph_commit: '' },
      heliograph_installation: 'unknown',
    });
    expect(await textOf('getUpdateSource')).toBe('{"repository":""}');
  });

  it('that has no radio says so', async () => {
    const { port } = await startTestGateway({ scenario: 'radio-problem' });
    const { text } = await send(port, ENDPOINTS.getSystemStatus.path, { headers: login() });
    expect(JSON.parse(text)).toMatchObject({
      ...{ radio_connected: false, radio_pvariant: false },
      ...{ nrf_configured: true, nrf_connected: false, nrf_pvariant: false },
    });
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
