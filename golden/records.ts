import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Exchange, isRecord, type Value } from './answer.ts';

/**
 * The files with what was recorded, one for each state. Callers that get the same answer stand together, and so do
 * headers that come again and again.
 */

const FOLDER = fileURLToPath(new URL('records', import.meta.url));

interface StoredState {
  readonly state: string;
  readonly headers: Readonly<Record<string, Value>>;
  readonly calls: Readonly<Record<string, readonly StoredAnswer[]>>;
}

interface StoredAnswer {
  readonly callers: readonly string[];
  readonly answer: Value;
}

export function writeRecords(exchanges: readonly Exchange[]): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const state of new Set(exchanges.map((exchange) => exchange.state))) {
    const stored = storedState(
      state,
      exchanges.filter((exchange) => exchange.state === state),
    );
    writeFileSync(join(FOLDER, fileName(state)), `${JSON.stringify(stored, null, 1)}\n`);
  }
}

const fileName = (state: string) => `${state.replace(/\W+/g, '-')}.json`;

function storedState(state: string, exchanges: readonly Exchange[]): StoredState {
  const names = new Map<string, string>();
  const headers: Record<string, Value> = {};
  const calls: Record<string, StoredAnswer[]> = {};
  /** With the name of its headers in their place. */
  const named = (answer: Value): Value => {
    if (!isRecord(answer) || !isRecord(answer.headers)) return answer;
    const text = JSON.stringify(answer.headers);
    const name = names.get(text) ?? `headers ${names.size + 1}`;
    names.set(text, name);
    headers[name] = answer.headers;
    return { ...answer, headers: name };
  };
  for (const { call, caller, answer } of exchanges) {
    const short = named(answer);
    calls[call] ??= [];
    const same = calls[call].findIndex((one) => JSON.stringify(one.answer) === JSON.stringify(short));
    const known = calls[call][same];
    if (known === undefined) calls[call].push({ callers: [caller], answer: short });
    else calls[call][same] = { ...known, callers: [...known.callers, caller] };
  }
  return { state, headers, calls };
}

export function readRecords(): readonly Exchange[] {
  return readdirSync(FOLDER).flatMap((name) => {
    const { state, headers, calls }: StoredState = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
    const whole = (answer: Value): Value => {
      if (!isRecord(answer) || typeof answer.headers !== 'string') return answer;
      return { ...answer, headers: headers[answer.headers] ?? null };
    };
    return Object.entries(calls).flatMap(([call, answers]) =>
      answers.flatMap(({ callers, answer }) =>
        callers.map((caller) => ({ state, call, caller, answer: whole(answer) })),
      ),
    );
  });
}
