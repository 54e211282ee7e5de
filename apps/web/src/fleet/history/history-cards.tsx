import type { SiteHistory } from '@heliograph/fleet-contract';
import { ChevronLeft, ChevronRight } from 'lucide';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Chart } from '../../shared/chart/chart.tsx';
import { DayChart } from '../../shared/chart/day-chart.tsx';
import { bound } from '../../shared/form/form-dialog.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { amountText } from '../../shared/i18n/amount-text.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { createDateNames } from '../../shared/i18n/plant-time.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { FleetResult } from '../api/call-fleet.ts';
import { failureText } from '../failure-text.ts';
import { useFleet, useFleetServices, useKept } from '../services.ts';
import { dayAfter, dayOf, isDay } from './days.ts';
import styles from './history-cards.module.css';

/** What is asked for again while a day goes on. */
const AGAIN_AFTER_MS = 300_000;
const AGAIN_AFTER_FAILURE_MS = 15_000;

interface Asked {
  readonly day: string;
  readonly history: SiteHistory | undefined;
  readonly failure: string | undefined;
}

/** Whose history it is: that of a site, that of a group, or that of all that one may see, where neither is given. */
interface Whose {
  readonly site?: string | undefined;
  readonly group?: string | undefined;
}

/** The curve of a day and the energy of the days before: by the clock and the zone of this browser. */
export function HistoryCards({ site, group }: Whose) {
  const { fleetSite: t } = useTexts('fleetSite', 'history');
  const { clock } = useFleetServices();
  const today = dayOf(clock.unixMs());
  const chosen = useKept(site === undefined ? 'day of all' : `day of ${site}`, '');
  const day = isDay(chosen.value) && chosen.value <= today ? chosen.value : today;
  const asked = useHistory({ site, group }, day);
  const show = (next: string) => chosen.set(next === today ? '' : next);
  return (
    <div className={styles.place}>
      <div className={styles.charts}>
        <Card title={t.power}>
          <div className={styles.day}>
            <Button aria-label={t.dayBefore} title={t.dayBefore} onClick={() => show(dayAfter(day, -1))}>
              <Icon of={ChevronLeft} size={18} />
            </Button>
            <div>
              <TextField
                label={t.day}
                help=""
                type="date"
                field={bound('day', day, (text) => {
                  if (isDay(text) && text <= today) show(text);
                })}
              />
            </div>
            <Button
              aria-label={t.dayAfter}
              title={t.dayAfter}
              aria-disabled={day >= today}
              onClick={() => day < today && show(dayAfter(day, 1))}
            >
              <Icon of={ChevronRight} size={18} />
            </Button>
          </div>
          <PowerOfDay asked={asked} day={day} />
        </Card>
        <Card title={t.energy}>
          <EnergyOfDays asked={asked} />
        </Card>
      </div>
      {site !== undefined && <p className={styles.note}>{t.whoseDays}</p>}
    </div>
  );
}

function useHistory({ site, group }: Whose, day: string): Asked {
  const { fleet: t } = useTexts('fleet');
  const { format } = useI18n();
  const { call, clock } = useFleetServices();
  const isAway = useFleet().partsAway.timeseries !== undefined;
  const [asked, setAsked] = useState<Asked>({ day, history: undefined, failure: undefined });
  const take = useEffectEvent((result: FleetResult<SiteHistory>) => {
    if (result.kind === 'answered') setAsked({ day, history: result.answer, failure: undefined });
    else setAsked({ ...asked, failure: failureText(t, format, result) });
  });
  useEffect(() => {
    if (isAway) return undefined; // it is asked as soon as it is there again
    let isOver = false;
    let stop: () => void = () => undefined;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const whose = { ...(site !== undefined && { site }), ...(group !== undefined && { group }) };
    const again = async () => {
      const result = await call('getHistory', { query: { ...whose, day, zone } });
      if (isOver) return;
      take(result);
      stop = clock.after(result.kind === 'answered' ? AGAIN_AFTER_MS : AGAIN_AFTER_FAILURE_MS, again);
    };
    void again();
    return () => {
      isOver = true;
      stop();
    };
  }, [call, site, group, day, isAway, clock]);
  return isAway ? { ...asked, failure: t.refusals.timeseries } : asked;
}

function PowerOfDay({ asked, day }: { readonly asked: Asked; readonly day: string }) {
  const { fleet, fleetSite: t } = useTexts('fleet', 'fleetSite');
  const { history, failure } = asked;
  const curves = useMemo(() => {
    const at = history?.power.map(([atS]) => atS) ?? [];
    const mean = history?.power.map(([, value]) => value) ?? [];
    return [{ key: 'power', label: fleet.list.columns.power, curve: { at, mean, min: mean, max: mean } }];
  }, [history, fleet]);
  const isOther = asked.day !== day;
  if (history === undefined) return <Nothing failure={failure} />;
  const isEmpty = history.power.every(([, value]) => value === null);
  return (
    <>
      {failure !== undefined && <Failure text={failure} />}
      {isEmpty && !isOther ? (
        <p className={styles.nothing}>{t.noReadings}</p>
      ) : (
        <DayChart
          label={t.power}
          fromS={Date.parse(`${asked.day}T00:00:00`) / 1000}
          toS={Date.parse(`${dayAfter(asked.day, 1)}T00:00:00`) / 1000}
          utcOffsetS={utcOffsetS}
          curves={curves}
          isWaiting={isOther}
        />
      )}
    </>
  );
}

/** Of the zone of this browser. */
const utcOffsetS = (unixS: number) => -60 * new Date(unixS * 1000).getTimezoneOffset();

function EnergyOfDays({ asked: { history, failure } }: { readonly asked: Asked }) {
  const { fleetSite: t } = useTexts('fleetSite');
  const { format } = useI18n();
  const names = useMemo(() => createDateNames(format.tag), [format]);
  const days = history?.days;
  const axis = useMemo(
    () =>
      ({
        kind: 'names',
        names: days?.map(({ day }) => names.day(day)) ?? [],
        shortNames: days?.map(({ day }) => names.dayNumber(day)) ?? [],
        heading: t.day,
      }) as const,
    [days, names, t],
  );
  const series = useMemo(
    () =>
      [{ key: 'energy', label: t.energy, look: 'bars', values: days?.map(({ wh }) => wh) ?? [] }] as const,
    [days, t],
  );
  if (days === undefined) return <Nothing failure={failure} />;
  const known = days.flatMap(({ wh }) => wh ?? []);
  if (known.length === 0) return <p className={styles.nothing}>{t.noDays}</p>;
  const sum = known.reduce((all, wh) => all + wh, 0);
  return (
    <>
      <p className={styles.sum}>{amountText(format, sum, 'Wh')}</p>
      <Chart label={t.energy} axis={axis} unit="Wh" series={series} />
    </>
  );
}

function Nothing({ failure }: { readonly failure: string | undefined }) {
  return failure === undefined ? <Skeleton height="18rem" /> : <Failure text={failure} />;
}

function Failure({ text }: { readonly text: string }) {
  return (
    <Alert kind="warning">
      <p>{text}</p>
    </Alert>
  );
}
