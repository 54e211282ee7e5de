import { ACCESS_KINDS, type AccessEntry, type AccessKind, getAccessLog } from '@heliograph/contract';
import { useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import { bound } from '../../shared/form/form-dialog.tsx';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { TextField } from '../../shared/form/text-field.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { saveTextFile } from '../../shared/ui/save-text-file.ts';
import styles from './accounts.module.css';

/** Who logged in, which logins were refused, and what was done that only an admin may; with a search and an export. */
export function AccessLogCard() {
  const { call } = useServices();
  const texts = useTexts('accounts', 'deeds');
  const { door: t } = texts.accounts;
  const [find, setFind] = useState('');
  const means = meaningsOf(find, texts);
  const { answer } = useEndpoint(getAccessLog, { find, means }, again);
  const [older, setOlder] = useState<{ readonly find: string; readonly entries: readonly AccessEntry[] }>();
  const [failure, setFailure] = useState<FormFailure>();
  const [isSaving, setSaving] = useState(false);
  const [hasAll, setAll] = useState<string>();
  const newest = answer?.entries ?? [];
  const added = older?.find === find ? older.entries : [];
  const oldestNew = newest.at(-1)?.id ?? 0;
  const entries = [...newest, ...added.filter(({ id }) => id < oldestNew)];
  const hasMore = answer?.more === true && hasAll !== find;

  /** The entries that come next; undefined where they could not be read. */
  async function before(id: number, wanted: string) {
    const result = await call(getAccessLog, {
      query: { before: String(id), find: wanted, means: meaningsOf(wanted, texts) },
    });
    if (result.kind === 'answered') return result.answer;
    setFailure(result);
    return undefined;
  }

  async function showOlder(): Promise<void> {
    setFailure(undefined);
    const next = await before(entries.at(-1)?.id ?? 0, find);
    if (next === undefined) return;
    setOlder({ find, entries: [...added, ...next.entries] });
    if (!next.more) setAll(find);
  }

  async function save(): Promise<void> {
    if (isSaving) return;
    setSaving(true);
    setFailure(undefined);
    const all: AccessEntry[] = [];
    for (let last = Number.MAX_SAFE_INTEGER, isMore = true; isMore; last = all.at(-1)?.id ?? 0) {
      const next = await before(last, '');
      if (next === undefined) break;
      all.push(...next.entries);
      isMore = next.more;
      if (!isMore) saveTextFile(document, 'access-log.csv', csvOf(all));
    }
    setSaving(false);
  }

  return (
    <Card title={t.title}>
      <p className={styles.quiet}>{t.intro}</p>
      <TextField label={t.find} type="search" field={bound('find', find, setFind)} />
      {failure !== undefined && <FailureAlert failure={failure} />}
      {answer !== undefined && entries.length === 0 && <p>{find === '' ? t.none : t.notFound}</p>}
      <ul className={styles.list}>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ul>
      <div className={styles.tools}>
        {hasMore && <Button onClick={() => void showOlder()}>{t.older}</Button>}
        <Button aria-disabled={isSaving} onClick={() => void save()}>
          {isSaving ? t.saving : t.save}
        </Button>
      </div>
    </Card>
  );
}

const EVERY_MS = 20_000;
const again = () => EVERY_MS;

function EntryRow({ entry }: { readonly entry: AccessEntry }) {
  const { format } = useI18n();
  const { accounts, deeds } = useTexts('accounts', 'deeds');
  const { door: t, roles } = accounts;
  const { at, kind, user, address, what = '', on = '', role, count = 1, change } = entry;
  const calls: Readonly<Record<string, string>> = deeds;
  const facts = [
    at > 0 ? format.dateTime(at * 1000) : t.noClock,
    ...from(),
    ...(isAgain() ? [format.count(count, t.times)] : []),
  ];
  const said = sentence();
  return (
    <li className={styles.row} data-kind={kind}>
      <div>
        <b>{said}</b>
        <p className={styles.quiet}>{facts.join(' · ')}</p>
      </div>
      {change !== undefined && (
        <ButtonLink href={`${PATHS.configManagement}?show=changes&to=${change}`} label={t.changedOf(said)}>
          {t.changed}
        </ButtonLink>
      )}
    </li>
  );

  function isAgain(): boolean {
    return kind === 'done' && count > 1;
  }

  function from(): readonly string[] {
    if (address !== '') return [t.from(address)];
    return kind === 'refused' ? [t.manyAddresses] : [];
  }

  /** Who was tried, of which some have no name. */
  function tried(): string {
    const names: Readonly<Record<string, string>> = t.unknown;
    return user
      .split(', ')
      .map((name) => names[name] ?? name)
      .join(', ');
  }

  function deed(): string {
    const did = calls[what] ?? what;
    const who = entry.program === true ? `${user} (${t.program})` : user;
    if (on === '') return t.did(who, did);
    return t.didTo(who, did, role === undefined ? on : `${on}, ${roles[role].name}`);
  }

  function sentence(): string {
    if (kind === 'refused') return format.count(count, t.refused).replace('{user}', () => tried());
    if (kind === 'done') return deed();
    // The name of who comes by a provider says so itself.
    if (kind === 'login' && what !== '' && what !== 'OpenID') return t.loggedInWith(user, what);
    return t.kinds[kind](user, what, on);
  }
}

type SearchedTexts = TextsOf<'accounts' | 'deeds'>;

/** Without capitals and accents: whoever searches may leave both out. */
const plain = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** What each word of a search is in the reader's language: the gateway knows no sentences, but what they tell. */
function meaningsOf(find: string, { accounts: { door, roles }, deeds }: SearchedTexts): string {
  const said: readonly (readonly [code: string, text: string])[] = [
    ...ACCESS_KINDS.map((kind) => {
      if (kind === 'refused') return [kind, Object.values(door.refused).join(' ')] as const;
      return [kind, kind === 'done' ? '' : door.kinds[kind]('', '', '')] as const;
    }),
    ...Object.entries(deeds),
    ...Object.entries(roles).map(([role, { name }]) => [role, name] as const),
  ];
  const plainly = said.map(([code, text]) => [code, plain(text)] as const);
  return plain(find)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => plainly.flatMap(([code, text]) => (text.includes(word) ? [code] : [])).join(','))
    .join(';');
}

/** A text in quotes; what a spreadsheet would take for a formula begins with an apostrophe. */
const cell = (text: string) => `"${text.replace(/^[=+@\t\r-]/, "'$&").replaceAll('"', '""')}"`;

function csvOf(entries: readonly AccessEntry[]): string {
  const rows = entries.map(
    ({
      at,
      kind,
      user,
      address,
      agent = '',
      count = 1,
      what = '',
      on = '',
      role = '',
      program = false,
      change = '',
    }) => [
      at > 0 ? new Date(at * 1000).toISOString() : '',
      ...[
        kind satisfies AccessKind,
        user,
        address,
        agent,
        String(count),
        what,
        on,
        role,
        program ? 'yes' : '',
        String(change),
      ],
    ],
  );
  const kinds = `kind (${ACCESS_KINDS.join(', ')})`;
  const head = [
    'time',
    kinds,
    'user',
    'address',
    'browser',
    'count',
    'what',
    'whose or which',
    'role',
    'program',
    'change',
  ];
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
