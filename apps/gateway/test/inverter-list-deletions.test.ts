import { DELETE, listText, post, slotsIn } from '@heliograph/testbed/gateway/inverter-list-words.ts';
import {
  startSharedGateway,
  startTestGateway,
  type TestGateway,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { postData } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';

/**
 * Deleting from the list of inverters. Source: docs/reference/original-device.md#json-that-the-device-takes,
 * #inverter-settings, #serial-numbers and #result-codes.
 */

describe('a deletion', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startSharedGateway();
    return gateway.dispose;
  });

  it.each([
    [{}, 1005],
    [[], 1005],
    [{ ID: 1 }, 1005],
    [{ id: 10 }, 4005],
    [{ id: 256 }, 4005],
    [{ id: -1 }, 4005],
    [{ id: null }, 4005],
    [{ id: 'first' }, 4005],
    [{ id: '' }, 4005],
    [{ id: {} }, 4005],
  ])('%j is refused and changes nothing', async (data, expected) => {
    const before = await listText(gateway);
    expect(await post(gateway, DELETE, data)).toBe(expected);
    expect(await listText(gateway)).toBe(before);
  });

  it.each([
    [{ id: 1 }, [0, 2]],
    [{ id: '1' }, [0, 2]],
    [{ id: true }, [0, 2]],
    [{ id: 2.9 }, [0, 1]],
    [{ id: 9 }, [0, 1, 2]], // an empty one
  ])('%j leaves %j', async (data, left) => {
    const fresh = await startTestGateway();
    const { text } = await postData(fresh.port, DELETE, data);
    expect(text).toMatch(/^\{"type":"success","message":"[^"]+","code":4008\}$/);
    expect(await slotsIn(fresh)).toEqual(left);
  });
});
