import { join } from 'node:path';
import { ENDPOINTS, RESULT_CODES, RESULT_MESSAGES, SOCKETS, UPLOADS } from '@heliograph/contract';
import { FLEET_CALLS } from '@heliograph/fleet-contract';
import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.mjs';
import { createApiDocuments } from './api-documents.ts';
import { withLimits } from './body-limits.ts';
import { createValueChecks, examplesOf, problemOfAsyncapi, problemOfOpenapi } from './document-checks.ts';

const LIMIT_GROUP = {
  ...{ id: 'x', name: 'X' },
  members: [{ serial: '114182730124', min_power: 10, max_power: 20 }],
};

const documents = createApiDocuments();
const openapi = JSON.parse(documents['openapi.json']);
const asyncapi = JSON.parse(documents['asyncapi.json']);

describe.each(Object.entries(documents))('docs/api/%s', (name, text) => {
  it('is as the contract says; "npm run api-docs" makes it anew', async () => {
    await expect(text).toMatchFileSnapshot(join(ROOT, 'docs', 'api', name));
  });

  it('has only examples that are as its schemas say', () => {
    const document = JSON.parse(text);
    const { problemOf } = createValueChecks(document, true);
    const examples = examplesOf(document);
    expect(examples.length).toBeGreaterThan(2);
    expect(
      examples.flatMap(({ where, schema, value }) => {
        const problem = problemOf(schema, value);
        return problem === undefined ? [] : [{ where, problem }];
      }),
    ).toEqual([]);
  });
});

describe('the document of the API of a fleet page', () => {
  const fleet = JSON.parse(documents['fleet-openapi.json']);

  it('is OpenAPI 3.1', async () => {
    expect(await problemOfOpenapi(fleet)).toBeUndefined();
  });

  it('has every call and no other, but those that bring readings', () => {
    const told = Object.entries<object>(fleet.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const calls = Object.values(FLEET_CALLS).map(({ method, path }) => `${method} ${path}`);
    expect(told.sort()).toEqual([...calls, 'POST /write', 'POST /api/v2/write'].sort());
  });

  it('has the limits of what is sent, and pairs whose members differ', () => {
    const { content } = fleet.paths['/api/fleet/site-change'].post.requestBody;
    const [place] = content['application/json'].schema.properties.place.anyOf;
    expect(place.properties.lat).toEqual({ type: 'number', minimum: -90, maximum: 90 });
    const { problemOf } = createValueChecks(fleet, true);
    const { schema } = fleet.paths['/api/fleet/history'].get.responses[200].content['application/json'];
    expect(problemOf(schema, { power: [[1, null]], days: [] })).toBeUndefined();
    expect(problemOf(schema, { power: [[1, '2']], days: [] })).toBeDefined();
  });
});

describe('the document of the HTTP API', () => {
  it('is OpenAPI 3.1', async () => {
    expect(await problemOfOpenapi(openapi)).toBeUndefined();
  });

  it('would be refused with an operation that answers nothing', async () => {
    const { '/api/dtu/config': path, ...paths } = openapi.paths;
    const broken = {
      ...openapi,
      paths: { ...paths, '/api/dtu/config': { get: { ...path.get, responses: 5 } } },
    };
    expect(await problemOfOpenapi(broken)).toBeDefined();
  });

  it('has every call and no other', () => {
    const calls = [...Object.values(ENDPOINTS), ...Object.values(UPLOADS)];
    const told = Object.entries<object>(openapi.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(told.sort()).toEqual(calls.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('tells every result that some call answers with, and all are answered', () => {
    const { oneOf } = openapi.components.schemas.ResultCode;
    const codes = Object.entries(RESULT_CODES).flatMap(([title, { code }]) =>
      code === undefined
        ? []
        : [{ const: code, title, description: RESULT_MESSAGES[title as keyof typeof RESULT_MESSAGES] }],
    );
    expect(oneOf).toEqual(codes);
    const answered = Object.keys(openapi.components.examples);
    // This one is answered by a GET, with an example of its own.
    const missing = Object.keys(RESULT_CODES).filter((name) => !answered.includes(name));
    expect(missing).toEqual(['InverterStatisticsReset']);
  });

  it('finds the limits of fields', () => {
    const { schemas } = openapi.components;
    expect(schemas.TimeSetting.properties.year).toMatchObject({ minimum: 2022, maximum: 2100 });
    expect(schemas.NtpUpdate.properties.latitude).toEqual({
      type: ['number', 'null'],
      ...{ minimum: -90, maximum: 90 },
    });
    expect(schemas.SecurityConfig.properties.password).toMatchObject({ minLength: 8, maxLength: 64 });
    expect(schemas.LimitOrder.properties.limit_type).toMatchObject({ enum: [0, 1, 2, 3, 256, 257] });
    expect(schemas.NetworkUpdate.properties.hostname).toMatchObject({ minLength: 1, maxLength: 32 });
    expect(schemas.NetworkUpdate.properties.dns2).toMatchObject({ format: 'ipv4' });
    expect(schemas.NetworkUpdate.properties.api_generations.enum).toEqual(['both', '2023', 'newest']);
    expect(schemas.InverterEdit.properties.channel).toMatchObject({ minItems: 1, maxItems: 6 });
    expect(schemas.PlantSettings.properties.order).toMatchObject({ minItems: 0, uniqueItems: true });
    expect(schemas.LimitOrder.properties.limit_value).toMatchObject({ minimum: 1, maximum: 2250 });
    expect(schemas.MqttUpdate.properties.mqtt_topic).toMatchObject({ maxLength: 32 });
    const { host, path, port, interval, unit, factor } = schemas.MeterConfig.properties;
    expect([host.maxLength, path.maxLength]).toEqual([253, 255]);
    expect(port).toMatchObject({ minimum: 1, maximum: 65_535 });
    expect(interval).toMatchObject({ minimum: 1, maximum: 60 });
    expect(unit).toMatchObject({ minimum: 1, maximum: 247 });
    expect(factor).toMatchObject({ minimum: 0.001, maximum: 1000 });
    expect(schemas.RuleUpdate.properties.meter_power).toMatchObject({ minimum: -50_000, maximum: 50_000 });
    expect(schemas.ModbusSettings.properties.writers.items).toEqual({ type: 'string' });
    const { from, to } = schemas.LimitSettings.properties.schedule.items.properties;
    for (const anchor of [from, to]) expect(anchor.enum).toEqual(['clock', 'sunrise', 'sunset']);
    expect(schemas.LimitClaimOrder.required).toEqual(['target', 'watts', 'ends']);
  });

  it.each([
    ['setMeter', 'MeterConfig', { kind: 'http', host: 'meter.local', path: '/a/b', factor: 0.5, unit: 247 }],
    ['setMeter', 'MeterConfig', { kind: 'none', host: '', path: '', topic: '', interval: 60 }],
    ['saveSource', 'SourceUpdate', { host: 'barn', path: '/roof', name: 'x' }],
    ['claimLimit', 'LimitClaimOrder', { ends: 'changed', seconds: 0 }],
    ['setRule', 'RuleUpdate', { meter_power: 0, safe_power: 0 }],
    ['setModbusSettings', 'ModbusSettings', { writers: ['10.0.0.1'], heartbeat: 10 }],
    ['setLimitSettings', 'LimitSettings', { groups: [{ ...LIMIT_GROUP, cap: 10 }] }],
  ] as const)('tells the same limits for %s whatever is in its example', (name, schemaName, change) => {
    const schema = openapi.components.schemas[schemaName];
    const { good } = POST_CASES[name];
    expect(withLimits(name, { ...good, ...change }, schema)).toEqual(schema);
  });

  it('sees an example that is not as its schema says', () => {
    const { problemOf } = createValueChecks(openapi, true);
    const { schema, example } =
      openapi.paths['/api/dtu/config'].get.responses[200].content['application/json'];
    expect(problemOf(schema, example)).toBeUndefined();
    expect(problemOf(schema, { ...example, more: 1 })).toBeDefined();
    expect(problemOf(schema, { ...example, dtu_palevel: '0' })).toBeDefined();
  });
});

describe('the document of the sockets', () => {
  it('is AsyncAPI 3.0', () => {
    expect(problemOfAsyncapi(asyncapi)).toBeUndefined();
  });

  it('would be refused with an operation that does nothing known', () => {
    const operations = {
      ...asyncapi.operations,
      liveDataSend: { ...asyncapi.operations.liveDataSend, action: 'show' },
    };
    expect(problemOfAsyncapi({ ...asyncapi, operations })).toBeDefined();
  });

  it('has every socket and no other', () => {
    const addresses = Object.values<{ address: string }>(asyncapi.channels).map(({ address }) => address);
    expect(addresses).toEqual(Object.values(SOCKETS).map(({ path }) => path));
  });
});

it('no document points to what is not there', () => {
  for (const document of [openapi, asyncapi]) {
    const targets = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    expect(targets.length).toBeGreaterThan(5);
    for (const path of targets) {
      const found = path.split('/').reduce((part, key) => part?.[key], document);
      expect(found, path).toBeDefined();
    }
  }
});

it('no text is for readers of the code', () => {
  for (const text of Object.values(documents))
    expect(text).not.toMatch(/Source:|decision \d|quirk \d|MQTT_FAILURES|undefined/);
});
