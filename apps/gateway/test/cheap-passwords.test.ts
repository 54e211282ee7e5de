import { SOCKETS } from '@heliograph/contract';
import { storedSection } from '@heliograph/testbed/disk/stored-settings.ts';
import { restarted, restore, textOf } from '@heliograph/testbed/gateway/config-calls.ts';
import { CHEAP_HASH, createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';
import { Secret } from '../src/platform/secret.ts';
import { type HashCost, hashPassword } from '../src/settings/password-hash.ts';

const PASSWORD = 'Sommer&Sonne';
const CHEAPER = { logCost: 1, blockSize: 1, parallelism: 1 };

const hashOf = (cost: HashCost) => hashPassword(new Secret(PASSWORD), createTestPlatform().randomBytes, cost);

async function storedHash({ dataFolder }: TestGateway): Promise<string> {
  return String(storedSection(dataFolder, 'security').password_hash);
}

async function startWith(cost: HashCost): Promise<TestGateway> {
  const password_hash = await hashOf(cost);
  return startTestGateway({
    prepare: (settings) =>
      settings.update('security', (security) => ({
        ...{ ...security, password_hash, default_password: false },
      })),
  });
}

describe('a password whose hash is cheaper to guess than ours', () => {
  it('is hashed anew when it is next used, and nobody has to log in again', async () => {
    const gateway = await startWith(CHEAPER);
    const socket = await openSocket(gateway.port, {}, SOCKETS.liveData.path);
    let isClosed = false;
    void socket.closed.then(() => {
      isClosed = true;
    });
    expect(await storedHash(gateway)).toMatch(/^\$scrypt\$ln=1,r=1,p=1\$/);
    expect(JSON.parse(await textOf(gateway, 'authenticate', PASSWORD))).toMatchObject({ code: 10002 });
    expect(await storedHash(gateway)).toMatch(/^\$scrypt\$ln=4,r=1,p=1\$/);
    expect(JSON.parse(await textOf(gateway, 'getDtuConfig', PASSWORD))).toHaveProperty('dtu_serial');
    expect(isClosed).toBe(false);
    await gateway.stopNow();
    const again = await startTestGateway({ dataFolder: gateway.dataFolder });
    expect(JSON.parse(await textOf(again, 'authenticate', PASSWORD))).toMatchObject({ code: 10002 });
    expect(await storedHash(again)).toBe(await storedHash(gateway));
  });

  it('stays as it is for a wrong password, and where it costs as much as ours', async () => {
    const gateway = await startWith(CHEAPER);
    const before = await storedHash(gateway);
    await textOf(gateway, 'authenticate', 'another one');
    expect(await storedHash(gateway)).toBe(before);
    const other = await startWith(CHEAP_HASH);
    const own = await storedHash(other);
    await textOf(other, 'authenticate', PASSWORD);
    expect(await storedHash(other)).toBe(own);
  });

  it.each([1, 2, 3, 4])('can be restored: 2 to the power of %i', async (logCost) => {
    const gateway = await startTestGateway();
    const backup = JSON.parse(await textOf(gateway, 'getConfigFile'));
    backup.security.password_hash = await hashOf({ logCost, blockSize: 8, parallelism: 3 });
    expect(await restore(gateway, backup)).toMatchObject({ status: 200, text: 'OK' });
    await restarted(gateway, PASSWORD);
    expect(JSON.parse(await textOf(gateway, 'authenticate', PASSWORD))).toMatchObject({ code: 10002 });
  });
});
