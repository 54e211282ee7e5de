import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { useFleet } from '../services.ts';
import { type ListChoice, WITHOUT_GROUP } from '../sites/site-list.ts';
import styles from './curves.module.css';
import { HistoryCards } from './history-cards.tsx';

/** The curves of all sites that one may see, or of the group that is chosen, and of how many sites they are. */
export function Curves({ choice: { group, search, state } }: { readonly choice: ListChoice }) {
  const { fleet, fleetSite } = useTexts('fleet', 'fleetSite');
  const { curves: t } = fleetSite;
  const { format } = useI18n();
  const { sites, groups } = useFleet();
  if (group === WITHOUT_GROUP) return <p className={styles.about}>{t.withoutGroup}</p>;
  const name = groups.find(({ id }) => id === group)?.name ?? group;
  const count = group === '' ? sites.length : sites.filter((site) => site.group === group).length;
  const counted = format.count(count, fleet.list.inGroup);
  const isNarrowed = search.trim() !== '' || state !== undefined;
  return (
    <>
      <p className={styles.about}>
        <b>{group === '' ? t.ofAll(counted) : t.ofGroup(name, counted)}</b> {t.missing}{' '}
        {isNarrowed && t.notNarrowed}
      </p>
      {count > 0 && <HistoryCards key={group} group={group === '' ? undefined : group} />}
    </>
  );
}
