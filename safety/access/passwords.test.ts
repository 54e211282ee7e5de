import { ENDPOINTS } from '@heliograph/contract';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

const NOTHING = { exactly: 0 } as const;
const BYTES = { min: 8, max: 64 };
/** Pieces that passwords are made of: letters of any length in bytes, and what somebody may cut, trim or escape. */
const PIECES = [
  ...['a', 'Z', '7', ' ', '  ', ':', '::', '"', "'", '\\', '%', '%20', '&', '=', '+', '#', ';', '<b>', '$1'],
  ...[
    'ü',
    'ß',
    'é',
    'e\u0301',
    'ı',
    '東',
    '\u00a0',
    '\u200b',
    '\u202e',
    '😀',
    '👩‍👩‍👧',
    '\ufeff',
    '\0',
    '\t',
  ],
];

/** A stream of numbers below `max` that depends on the seed alone. */
function randomNumbers(seed: number): (max: number) => number {
  let state = seed >>> 0;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
}

function randomPassword(random: (max: number) => number): string {
  const bytes = BYTES.min + random(BYTES.max - BYTES.min + 1);
  let text = '';
  while (Buffer.byteLength(text) < bytes) text += PIECES[random(PIECES.length)] ?? '';
  while (Buffer.byteLength(text) > BYTES.max) text = [...text].slice(0, -1).join('');
  return text.padEnd(BYTES.min, 'x');
}

/** Texts that are another password, however alike they look or are stored. */
function alike(password: string): readonly string[] {
  const others = [
    ...[password.trim(), `${password} `, `${password}\0`, [...password].slice(0, -1).join('')],
    ...[password.toLowerCase(), password.toUpperCase(), password.normalize('NFC'), password.normalize('NFD')],
    password.slice(0, password.indexOf(':') + 1),
  ];
  return [...new Set(others)].filter((other) => other !== password);
}

async function save(port: number, password: string, current: string): Promise<unknown> {
  const data = JSON.stringify({ password, allow_readonly: true });
  const answer = await send(port, ENDPOINTS.setSecurityConfig.path, {
    method: 'POST',
    headers: { ...login(current), 'content-type': 'application/x-www-form-urlencoded' },
    body: `data=${encodeURIComponent(data)}`,
  });
  return JSON.parse(answer.text).code;
}

/** Sets each password, restarts, logs in with it and with what is alike. */
async function tryPasswords(passwords: readonly string[]) {
  const failed: string[] = [];
  const taken: string[] = [];
  let current = 'openDTU42';
  let gateway = await startTestGateway();
  for (const password of passwords) {
    const code = await save(gateway.port, password, current);
    await gateway.stopNow();
    gateway = await startTestGateway({ dataFolder: gateway.dataFolder });
    let visitors = 1;
    const statusOf = async (text: string) => {
      visitors += 1; // each from an address of its own, so that nobody has to wait
      const call = { headers: login(text), from: `127.0.0.${visitors}` };
      return (await send(gateway.port, ENDPOINTS.authenticate.path, call)).status;
    };
    if (code !== 1001 || (await statusOf(password)) !== 200) failed.push(password);
    for (const other of alike(password)) if ((await statusOf(other)) !== 401) taken.push(other);
    current = password;
  }
  return { failed, taken };
}

/** Too short or too long by one byte, in letters of one, two and four bytes: those that are not refused. */
async function outsideTaken(): Promise<string[]> {
  const { port } = await startTestGateway();
  const texts = [
    '',
    '1234567',
    'x'.repeat(65),
    'x'.repeat(70),
    'üüü',
    `${'ü'.repeat(32)}x`,
    '😀',
    '😀'.repeat(17),
  ];
  const taken: string[] = [];
  for (const password of texts) {
    const { text } = await postData(port, ENDPOINTS.setSecurityConfig.path, {
      password,
      allow_readonly: true,
    });
    const isGood = (await send(port, ENDPOINTS.authenticate.path, { headers: login() })).status === 200;
    if (JSON.parse(text).code !== 10_001 || !isGood) taken.push(password);
  }
  return taken;
}

describe('passwords of any characters (A6)', { timeout: 900_000 }, () => {
  it('are set, outlive a restart, and are nobody else', async () => {
    const row = openRow('A6');
    const random = randomNumbers(row.seed);
    const fixed = ['admin:admin', '  spaces at both ends  ', '        ', '•••••••••', `${'x'.repeat(63)}\0`];
    const count = row.scale(8, 500);
    const passwords = [
      ...fixed,
      ...Array.from({ length: count - fixed.length }, () => randomPassword(random)),
    ];
    const { failed, taken } = await tryPasswords(passwords);
    const outside = await outsideTaken();
    const alikeTaken = 'others that are taken for them';
    row.figure({ what: 'passwords', value: passwords.length, goal: { exactly: count } });
    row.figure({
      what: 'passwords that cannot be set or do not log in after a restart',
      value: failed.length,
      goal: NOTHING,
    });
    row.figure({ what: alikeTaken, value: taken.length, goal: NOTHING });
    row.figure({
      what: 'too short or too long ones that are taken or cut',
      value: outside.length,
      goal: NOTHING,
    });

    const bare = await without(['passwordDigest'], () => tryPasswords(fixed.slice(0, 2)));
    const value = bare.taken.length;
    row.counterProof({ what: alikeTaken, without: SEAMS.passwordDigest, value, goal: NOTHING });
  });
});
