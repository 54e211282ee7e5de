import { fileURLToPath } from 'node:url';
import { ENDPOINTS, type PostName } from '@heliograph/contract';
import { goodQuery } from '@heliograph/testbed/gateway/good-queries.ts';
import { SOUTH_ROOF } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import {
  startSharedGateway,
  startTestGateway,
  type TestGateway,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { type Call, jsonOf, login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import asyncapi from '../../../docs/api/asyncapi.json' with { type: 'json' };
import openapi from '../../../docs/api/openapi.json' with { type: 'json' };
import { createValueChecks } from '../../../tools/api-documents/document-checks.ts';

interface Content {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, object>>;
}
interface Operation {
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, Content>> } };
}

const PATHS = openapi.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
const strict = createValueChecks(openapi, true);

/** The schema of the answer 200, and how the document names its type. */
function answerOf(method: string, path: string): readonly [type: string, content: Content] {
  const [entry] = Object.entries(PATHS[path]?.[method.toLowerCase()]?.responses[200].content ?? {});
  if (entry === undefined) throw new Error(`The document has no answer to ${method} ${path}.`);
  return entry;
}

let gateway: TestGateway;
beforeAll(async () => {
  // Where the time zones are.
  gateway = await startSharedGateway({
    webFolder: fileURLToPath(new URL('../../web/public', import.meta.url)),
  });
  for (let second = 0; second < 60; second += 1) await gateway.clock.advanceAsync(1000);
  return gateway.dispose;
});

const ask = (path: string, call: Call = {}) => send(gateway.port, path, call);

describe('what the running gateway answers is in the document', () => {
  const gets = Object.values(ENDPOINTS).filter(({ method }) => method === 'GET');
  const queries: Readonly<Record<string, string>> = Object.fromEntries(
    gets.map(({ path, query }) => {
      const isOfOne = (query as readonly string[]).includes('inv');
      return [path, isOfOne ? `?inv=${SOUTH_ROOF}` : goodQuery(query)];
    }),
  );

  it.each(gets.map(({ path }) => path))('GET %s', async (path) => {
    const { status, headers, text } = await ask(`${path}${queries[path] ?? ''}`, { headers: login() });
    const [type, { schema }] = answerOf('GET', path);
    expect([status, headers['content-type']?.split(';')[0]]).toEqual([200, type]);
    expect(strict.problemOf(schema, type === 'application/json' ? JSON.parse(text) : text)).toBeUndefined();
  });

  it('and nothing else would be', async () => {
    const data = JSON.parse((await ask(ENDPOINTS.getLiveData.path)).text);
    const [, { schema }] = answerOf('GET', ENDPOINTS.getLiveData.path);
    const [first, ...others] = data.inverters;
    expect(strict.problemOf(schema, data)).toBeUndefined();
    const more = { ...data, inverters: [{ ...first, more: 1 }, ...others] };
    expect(strict.problemOf(schema, more)).toBeDefined();
  });

  it.each(Object.keys(POST_CASES) as PostName[])(
    '%s takes the good body, and answers as told',
    async (name) => {
      const other = await startTestGateway();
      const nobody = { mqtt_hostname: '127.0.0.1', mqtt_port: 1 }; // so that the trial ends at once
      const good =
        name === 'testMqttConnection' ? { ...POST_CASES[name].good, ...nobody } : POST_CASES[name].good;
      const answer = await postData(other.port, ENDPOINTS[name].path, good);
      expect(answer.status).toBe(200);
      const [, { schema, examples = {} }] = answerOf('POST', ENDPOINTS[name].path);
      expect(strict.problemOf(schema, jsonOf(answer))).toBeUndefined();
      const components: Readonly<Record<string, { readonly value: unknown }>> = openapi.components.examples;
      const told = Object.keys(examples).map((key) => components[key]?.value);
      // The texts of a token and of a link are others each time.
      const sameToken = (one: unknown) =>
        typeof one === 'object' && one !== null
          ? { ...one, ...('token' in one && { token: 'hgt_' }), ...('secret' in one && { secret: 'hgl_' }) }
          : one;
      expect(told.map(sameToken)).toContainEqual(sameToken(jsonOf(answer)));
    },
  );

  it('/livedata', async () => {
    const client = await openSocket(gateway.port);
    await gateway.clock.advanceAsync(1000);
    await client.settle();
    const [message = ''] = client.messages;
    const { payload } = asyncapi.components.messages.LiveData;
    const { problemOf } = createValueChecks(asyncapi, true);
    expect(problemOf(payload, JSON.parse(message))).toBeUndefined();
    client.socket.terminate();
  });
});
