import { ArrowDown, ArrowUp, CircleAlert } from 'lucide';
import { memo, useMemo, useRef } from 'react';
import { Link } from 'wouter';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import type { KnownSite } from '../api/live-sites.ts';
import { sitePath } from '../paths.ts';
import { useFleet } from '../services.ts';
import { nameOf } from './site-facts.ts';
import {
  beginsDown,
  type ChangeChoice,
  type GroupOfSites,
  type ListChoice,
  SORT_KEYS,
  type SortKey,
} from './site-list.ts';
import styles from './site-rows.module.css';
import { Age, Amount, Count, useIsLive, Version } from './site-values.tsx';
import { StateBadge } from './state-badge.tsx';
import { remPx, useMedia, useWindow, WIDE } from './use-window.ts';

interface SiteRowsProps {
  readonly parts: readonly GroupOfSites[];
  readonly isGrouped: boolean;
  readonly choice: ListChoice;
  readonly change: ChangeChoice;
}

/** As the style sheet has them, in rem. */
const ROW_REM = 3.75;
const CARD_REM = 10;
const HEADING_REM = 3;
/** A problem has a line of its own, so that id and group stay: by them one tells apart what has the same name. */
const PROBLEM_REM = 1.25;

type Item =
  | { readonly kind: 'group'; readonly key: string; readonly name: string; readonly count: number }
  | { readonly kind: 'site'; readonly key: string; readonly site: KnownSite };

/** The sites in rows, of which only those are drawn that are near what the window shows. */
export function SiteRows({ parts, isGrouped, choice, change }: SiteRowsProps) {
  const { fleet: t } = useTexts('fleet');
  const { groups, version: newest } = useFleet();
  const isWide = useMedia(WIDE);
  const place = useRef<HTMLElement>(null);
  const items = useMemo<readonly Item[]>(
    () =>
      parts.flatMap(({ id, name, sites: own }) => [
        ...(isGrouped
          ? [{ kind: 'group', key: `group ${id}`, name: name || t.list.noGroup, count: own.length } as const]
          : []),
        ...own.map((site) => ({ kind: 'site', key: site.id, site }) as const),
      ]),
    [parts, isGrouped, t],
  );
  const heights = useMemo(() => {
    const rem = remPx();
    const row = isWide ? ROW_REM : CARD_REM;
    return items.map((item) => {
      if (item.kind === 'group') return HEADING_REM * rem;
      return (item.site.problems.length > 0 ? row + PROBLEM_REM : row) * rem;
    });
  }, [items, isWide]);
  const { from, to, beforePx, afterPx } = useWindow(place, heights);
  const groupNames = useMemo(() => new Map(groups.map(({ id, name }) => [id, name])), [groups]);
  const shown = items.slice(from, to);
  const groupOf = (site: KnownSite) => (isGrouped ? '' : (groupNames.get(site.group) ?? ''));

  if (isWide)
    return (
      <table
        ref={(element) => {
          place.current = element;
        }}
        className={styles.table}
        aria-rowcount={items.length + 1}
      >
        <caption className="visually-hidden">{t.list.title}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {SORT_KEYS.map((key) => (
              <SortHeader key={key} sort={key} choice={choice} change={change} />
            ))}
          </tr>
        </thead>
        <Room heightPx={beforePx} />
        <tbody>
          {shown.map((item, index) =>
            item.kind === 'group' ? (
              <tr key={item.key} className={styles.group} aria-rowindex={from + index + 2}>
                <th colSpan={SORT_KEYS.length} scope="rowgroup">
                  <GroupName name={item.name} count={item.count} />
                </th>
              </tr>
            ) : (
              <SiteRow
                key={item.key}
                site={item.site}
                group={groupOf(item.site)}
                newest={newest}
                rowIndex={from + index + 2}
              />
            ),
          )}
        </tbody>
        <Room heightPx={afterPx} />
      </table>
    );
  return (
    <ul
      ref={(element) => {
        place.current = element;
      }}
      className={styles.cards}
      style={{ paddingTop: beforePx, paddingBottom: afterPx }}
    >
      {shown.map((item, index) =>
        item.kind === 'group' ? (
          <li key={item.key} className={styles.groupCard}>
            <h2>
              <GroupName name={item.name} count={item.count} />
            </h2>
          </li>
        ) : (
          <SiteCard
            key={item.key}
            site={item.site}
            group={groupOf(item.site)}
            newest={newest}
            place={from + index + 1}
            count={items.length}
          />
        ),
      )}
    </ul>
  );
}

/** Where rows are that are not drawn. */
function Room({ heightPx }: { readonly heightPx: number }) {
  if (heightPx === 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={SORT_KEYS.length} style={{ height: heightPx, padding: 0 }} />
      </tr>
    </tbody>
  );
}

function GroupName({ name, count }: { readonly name: string; readonly count: number }) {
  const { fleet: t } = useTexts('fleet');
  const { format } = useI18n();
  return (
    <>
      {name} <span className={styles.quiet}>{format.count(count, t.list.inGroup)}</span>
    </>
  );
}

interface SortHeaderProps {
  readonly sort: SortKey;
  readonly choice: ListChoice;
  readonly change: ChangeChoice;
}

function SortHeader({ sort, choice, change }: SortHeaderProps) {
  const { fleet: t } = useTexts('fleet');
  const isChosen = choice.sort === sort;
  return (
    <th
      scope="col"
      data-column={sort}
      aria-sort={isChosen ? (choice.isDown ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        onClick={() => change(isChosen ? { isDown: !choice.isDown } : { sort, isDown: beginsDown(sort) })}
      >
        {t.list.columns[sort]}
        {isChosen && <Icon of={choice.isDown ? ArrowDown : ArrowUp} size={16} />}
      </button>
    </th>
  );
}

interface SiteRowProps {
  readonly site: KnownSite;
  /** Its name; empty where it need not be told. */
  readonly group: string;
  readonly newest: string;
}

const SiteRow = memo(function SiteRow({
  site,
  group,
  newest,
  rowIndex,
}: SiteRowProps & { readonly rowIndex: number }) {
  const { summary } = site;
  return (
    <tr aria-rowindex={rowIndex} data-state={site.state} data-problem={site.problems.length > 0}>
      <th scope="row">
        <SiteName site={site} group={group} />
      </th>
      <td data-column="state">
        <State site={site} />
      </td>
      <td>
        <Amount site={site} value={summary?.power} unit="W" isAgeElsewhere />
      </td>
      <td>
        <Amount site={site} value={summary?.today} unit="Wh" isAgeElsewhere />
      </td>
      <td>
        <Count site={site} value={summary?.findings} />
      </td>
      <td>
        <Count site={site} value={summary?.alerts} />
      </td>
      <td data-column="version">
        <Version site={site} newest={newest} />
      </td>
    </tr>
  );
});

interface SiteCardProps extends SiteRowProps {
  readonly place: number;
  readonly count: number;
}

const SiteCard = memo(function SiteCard({ site, group, newest, place, count }: SiteCardProps) {
  const { fleet: t } = useTexts('fleet');
  const { summary } = site;
  return (
    <li
      className={styles.card}
      data-state={site.state}
      data-problem={site.problems.length > 0}
      aria-posinset={place}
      aria-setsize={count}
    >
      <div className={styles.cardHead}>
        <SiteName site={site} group={group} />
        <State site={site} />
      </div>
      <dl>
        <div>
          <dt>{t.list.columns.power}</dt>
          <dd>
            <Amount site={site} value={summary?.power} unit="W" isAgeElsewhere />
          </dd>
        </div>
        <div>
          <dt>{t.list.columns.today}</dt>
          <dd>
            <Amount site={site} value={summary?.today} unit="Wh" isAgeElsewhere />
          </dd>
        </div>
        <div>
          <dt>{t.list.columns.version}</dt>
          <dd>
            <Version site={site} newest={newest} />
          </dd>
        </div>
        <div>
          <dt>{t.list.columns.findings}</dt>
          <dd>
            <Count site={site} value={summary?.findings} />
          </dd>
        </div>
        <div>
          <dt>{t.list.columns.alerts}</dt>
          <dd>
            <Count site={site} value={summary?.alerts} />
          </dd>
        </div>
      </dl>
    </li>
  );
});

function SiteName({ site, group }: Pick<SiteRowProps, 'site' | 'group'>) {
  const { fleet: t } = useTexts('fleet');
  const [problem] = site.problems;
  return (
    <div className={styles.name}>
      <Link href={sitePath(site.id)}>{nameOf(site)}</Link>
      {problem !== undefined && (
        <span className={styles.problem}>
          <Icon of={CircleAlert} size={14} />
          <span>{t.problems[problem]}</span>
        </span>
      )}
      <span className={styles.quiet}>
        <span>{[site.id, group].filter(Boolean).join(' · ')}</span>
      </span>
    </div>
  );
}

/** The state, and where the values beside it are old, how old. */
function State({ site }: { readonly site: KnownSite }) {
  const isNow = useIsLive(site);
  return (
    <div className={styles.state}>
      <StateBadge state={site.state} />
      {!isNow && site.heardAtMs !== undefined && <Age heardAtMs={site.heardAtMs} />}
    </div>
  );
}
