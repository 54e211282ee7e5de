import {
  getHistoryCurve,
  getOrders,
  getPlantDay,
  type HistoryCurve,
  type Order,
  type OrderList,
  type OrderState,
  type PlantDay,
} from '@heliograph/contract';
import { ChevronLeft, ChevronRight } from 'lucide';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLinkSnapshot } from '../../shared/api/services.ts';
import { type Asked, useAnswers } from '../../shared/api/use-answers.ts';
import { DayChart, type NamedCurve } from '../../shared/chart/day-chart.tsx';
import type { PlotMark } from '../../shared/chart/plot.ts';
import { bound } from '../../shared/form/form-dialog.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { createDateNames, type PlantTime } from '../../shared/i18n/plant-time.ts';
import { dateAfter, spanOf } from '../../shared/lib/periods.ts';
import { isTimeKnown, OrderSteps } from '../../shared/page/order-steps.tsx';
import { limitCurve, ratedPowerW } from '../../shared/page/plant-curves.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './order-list.module.css';
import type { LimitsView } from './use-limits.ts';

const POINTS = '720';
const POINTS_OF_LIMIT = '120';
/** Those that come further are asked for at once; a thousand of them are a lot to ask for every few seconds. */
const ORDERS_EVERY_MS = 30_000;
const CURVE_EVERY_MS = 60_000;
/** So many are shown at once; of more, only those of the newest hour. */
const SHOWN_AT_ONCE = 20;
/** And so many of an hour, until somebody wants all of them. */
const SHOWN_OF_HOUR = 50;
const TROUBLE: readonly OrderState[] = ['refused', 'contradicted', 'expired', 'unanswered'];

/** Every order of a day, whoever gave it, and what became of it; above it what the inverters made. */
export function OrderListCard({ view }: { readonly view: LimitsView }) {
  const { format } = useI18n();
  const { line: t, all } = useTexts('limits').limits;
  const { today, time, inverters, words } = view;
  const [chosen, setChosen] = useState<string>();
  const [serial, setSerial] = useState('');
  const date = chosen ?? today;
  const span = spanOf('day', date, time.utcOffsetS);
  const times = { from: String(span.fromS), to: String(span.toS) };
  const ofInverter: Asked = serial === '' ? {} : { inv: serial };
  const isToday = date === today;
  const asked = useAnswers<OrderList>(
    getOrders,
    [{ ...times, ...ofInverter }],
    isToday ? ORDERS_EVERY_MS : undefined,
  );
  const { reload } = asked;
  const { ordersKey } = view;
  const askedFor = useRef(ordersKey);
  useEffect(() => {
    if (ordersKey !== askedFor.current) reload();
    askedFor.current = ordersKey;
  }, [ordersKey, reload]);
  const list = asked.answers?.[0]?.orders;
  const orders = useMemo(() => list && ordersOf(list, { ...span, isToday }), [list, span, isToday]);
  const dates = createDateNames(format.tag);
  const show = (next: string) => setChosen(next >= today ? undefined : next);
  const who = serial === '' ? all : words.inverter(serial);
  return (
    <Card title={t.title}>
      <div className={styles.controls}>
        <SelectField
          label={t.of}
          options={[
            { value: '', label: all },
            ...inverters.map((one) => ({ value: one.serial, label: one.name })),
          ]}
          field={bound('order-inverter', serial, setSerial)}
        />
        <fieldset className={styles.days} aria-label={t.day}>
          <Button aria-label={t.before} title={t.before} onClick={() => show(dateAfter('day', date, -1))}>
            <Icon of={ChevronLeft} size={20} />
          </Button>
          <span role="status">{isToday ? t.today : dates.day(date)}</span>
          <Button
            aria-label={t.next}
            title={t.next}
            aria-disabled={isToday}
            onClick={() => !isToday && show(dateAfter('day', date, 1))}
          >
            <Icon of={ChevronRight} size={20} />
          </Button>
        </fieldset>
      </div>
      <Curve {...{ view, date, span, serial, who }} orders={orders ?? NONE} />
      {asked.failure !== undefined && orders !== undefined && <p role="alert">{t.stale}</p>}
      {orders === undefined && asked.failure === undefined && <Skeleton height="8rem" />}
      {orders?.length === 0 && <p>{isToday ? t.noneEver : t.none}</p>}
      {orders !== undefined && orders.length > 0 && (
        <Hours {...{ view, orders, time }} key={`${date} ${serial}`} />
      )}
    </Card>
  );
}

const NONE: readonly Order[] = [];

interface OrderDay {
  readonly fromS: number;
  readonly toS: number;
  readonly isToday: boolean;
}

/** When an order was given. */
const givenAt = ({ steps }: Order) => steps[0]?.at ?? 0;

/** Those of a day, the newest first; today also those of which nobody knows when they were. */
function ordersOf(orders: readonly Order[], { fromS, toS, isToday }: OrderDay): readonly Order[] {
  return orders
    .filter((order) => {
      const at = givenAt(order);
      return isTimeKnown({ at }) ? at >= fromS && at < toS : isToday;
    })
    .toSorted((one, other) => givenAt(other) - givenAt(one));
}

interface CurveProps {
  readonly view: LimitsView;
  readonly date: string;
  readonly span: { readonly fromS: number; readonly toS: number };
  readonly serial: string;
  readonly who: string;
  readonly orders: readonly Order[];
}

/** The power of the day, with a mark wherever an order was given. */
function Curve({ view, date, span, serial, who, orders }: CurveProps) {
  const { line: t, now } = useTexts('limits').limits;
  const { live } = useLinkSnapshot();
  const { fromS, toS } = span;
  const query = { from: String(fromS), to: String(toS), ...(serial === '' ? {} : { inv: serial }) };
  const repeatMs = date === view.today ? CURVE_EVERY_MS : undefined;
  const curves = useAnswers<HistoryCurve>(
    getHistoryCurve,
    [
      { ...query, points: POINTS },
      { ...query, measure: 'limit', points: POINTS_OF_LIMIT },
    ],
    repeatMs,
  );
  const days = useAnswers<PlantDay>(getPlantDay, [{ date }]);
  const [power, percent] = curves.answers ?? curves.before ?? [];
  const day = days.answers?.[0];
  const shown = useMemo(
    (): readonly NamedCurve[] =>
      power === undefined ? [] : [{ key: 'power', label: t.power, curve: power }],
    [power, t],
  );
  const ratedW = ratedPowerW({ serial, string: undefined }, live);
  const limit = useMemo(() => {
    const curve = limitCurve(percent, ratedW);
    return curve && { key: 'limit', label: now.limit, curve };
  }, [percent, ratedW, now]);
  const marks = useMemo(
    () =>
      orders
        .map(
          (order): PlotMark => ({
            at: givenAt(order),
            kind: TROUBLE.includes(order.state) ? 'trouble' : 'order',
          }),
        )
        .filter(({ at }) => at >= fromS && at < toS),
    [orders, fromS, toS],
  );
  if (power === undefined)
    return curves.failure === undefined ? <Skeleton height="18rem" /> : <p>{t.noCurve}</p>;
  if (power.mean.every((value) => value === null)) return <p>{t.noCurve}</p>;
  return (
    <DayChart
      label={t.chart(who)}
      {...span}
      utcOffsetS={view.time.utcOffsetS}
      curves={shown}
      limit={limit}
      sunriseS={day?.sunrise}
      sunsetS={day?.sunset}
      marks={marks}
      isWaiting={curves.answers === undefined}
      isSmall
    >
      {marks.length > 0 && <p className={styles.key}>{t.key}</p>}
    </DayChart>
  );
}

interface HoursProps {
  readonly view: LimitsView;
  readonly time: PlantTime;
  readonly orders: readonly Order[];
}

/** By the hour, so that a script which orders every few seconds hides nothing. */
function Hours({ view, time, orders }: HoursProps) {
  const { line: t } = useTexts('limits').limits;
  const { format } = view;
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const hours = new Map<string, Order[]>();
  for (const order of orders) {
    const at = givenAt(order);
    const hour = isTimeKnown({ at }) ? time.time(at - (at % 3600)) : '';
    hours.set(hour, [...(hours.get(hour) ?? []), order]);
  }
  return (
    <div>
      {[...hours].map(([hour, list], place) => {
        const isOpen = toggled.get(hour) ?? (place === 0 || orders.length <= SHOWN_AT_ONCE);
        const bad = list.filter(({ state }) => TROUBLE.includes(state)).length;
        const at = givenAt(list[0] as Order);
        const name = hour === '' ? t.noClock : t.hour(hour, time.time(at - (at % 3600) + 3600));
        return (
          <details
            key={hour}
            className={styles.hour}
            open={isOpen}
            onToggle={({ currentTarget, target }) => {
              if (currentTarget !== target || currentTarget.open === isOpen) return;
              setToggled(new Map([...toggled, [hour, currentTarget.open]]));
            }}
          >
            <summary>
              <b>{name}</b>
              <span>{format.count(list.length, t.count)}</span>
              {bad > 0 && <span className={styles.bad}>{format.count(bad, t.trouble)}</span>}
            </summary>
            {isOpen && <HourTable {...{ view, time }} orders={list} label={t.table(name)} />}
          </details>
        );
      })}
    </div>
  );
}

interface HourTableProps extends HoursProps {
  readonly label: string;
}

function HourTable({ view, time, orders, label }: HourTableProps) {
  const { line: t, orders: texts } = useTexts('limits').limits;
  const { words, format } = view;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? orders : orders.slice(0, SHOWN_OF_HOUR);
  return (
    <>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t.columns.time}</th>
            <th scope="col">{t.columns.what}</th>
            <th scope="col">{t.columns.became}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((order) => {
            const at = givenAt(order);
            return (
              <tr key={order.id}>
                <td>
                  {isTimeKnown({ at }) ? (
                    <time dateTime={new Date(at * 1000).toISOString()}>{time.time(at)}</time>
                  ) : (
                    '–'
                  )}
                </td>
                <td>
                  <b>{words.order(order)}</b>
                  <span className={styles.small}>
                    {`${words.inverter(order.serial)} · ${words.giver(order)}`}
                  </span>
                </td>
                <td>
                  <details className={styles.became} data-bad={TROUBLE.includes(order.state)}>
                    <summary>{t.became[order.state]}</summary>
                    <OrderSteps
                      order={order}
                      label={texts.timeLine(words.order(order))}
                      utcOffsetS={time.utcOffsetS}
                    />
                  </details>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {shown.length < orders.length && (
        <Button className={styles.more} onClick={() => setWhole(true)}>
          {format.count(orders.length - shown.length, t.more)}
        </Button>
      )}
    </>
  );
}
