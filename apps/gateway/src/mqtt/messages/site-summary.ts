import type { NtpConfig, Place, TimeseriesSettings } from '@heliograph/contract';
import { placeOf } from '@heliograph/contract';
import { type SiteSummary, SUMMARY_EVERY_S, SUMMARY_TOPIC } from '@heliograph/fleet-contract';
import type { AlertRecord } from '../../alerts/alert.ts';
import { isOpen } from '../../alerts/alert-book.ts';
import type { Finding } from '../../findings/finding.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { Totals } from '../../fleet/totals.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DeviceClock } from '../../platform/device-clock.ts';
import type { MqttConnection } from '../connection/mqtt-connection.ts';

/** What a fleet page is told of this plant. Source: docs/reference/fleet-messages.md. */
export interface SiteFacts {
  readonly settings: Pick<TimeseriesSettings, 'site'>;
  readonly version: string;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs'>;
  readonly totals: Totals;
  /** The sun is down, as far as anybody can tell by the place. */
  readonly isSunDown: boolean;
  readonly findings: readonly Pick<Finding, 'kind' | 'state'>[];
  readonly alerts: readonly Pick<AlertRecord, 'solvedAtS'>[];
  /** Of our pages; undefined where nobody else could open it. */
  readonly url: string | undefined;
  /** As its owner has set it; undefined where nobody has. */
  readonly place: Place | undefined;
}

/** What is not known is left out, and is not 0. */
export function siteSummary(facts: SiteFacts): SiteSummary {
  const { totals, deviceClock, url, place } = facts;
  const power = powerOf(totals);
  const today = todayOf(totals);
  return {
    name: facts.settings.site,
    version: facts.version,
    ...(deviceClock.isSet() && { at: Math.floor(deviceClock.unixMs() / 1000) }),
    ...(power !== undefined && { power: Math.round(power * 10) / 10 }),
    ...(today !== undefined && { today: Math.round(today) }),
    // Inverters wake a while after the sun; until then nobody is to wonder why they do not answer.
    day: !facts.isSunDown && !totals.isNight,
    ...{ inverters: totals.all, reachable: totals.answering, producing: totals.producing },
    findings: facts.findings.filter(({ kind, state }) => kind !== 'silent' && state === 'open').length,
    alerts: facts.alerts.filter(isOpen).length,
    ...(url !== undefined && { url }),
    ...(place && { place: { lat: hundredths(place.latitude), lon: hundredths(place.longitude) } }),
  };
}

/** Of inverters that are all asleep it is 0, and known; of those that only do not answer nobody knows it. */
function powerOf({ answering, powerW, isNight }: Totals): number | undefined {
  const isKnown = (answering > 0 || isNight) && Number.isFinite(powerW);
  return isKnown ? powerW : undefined;
}

/** Before the first inverter of a day has told it, it is known only where they are asleep and were heard on an earlier one. */
function todayOf({ yieldDayWh, standings, isNight, yieldTotalKnown }: Totals): number | undefined {
  const isKnown = standings.some(({ countsToday }) => countsToday) || (isNight && yieldTotalKnown > 0);
  return isKnown && yieldDayWh !== undefined && yieldDayWh >= 0 ? yieldDayWh : undefined;
}

/** About a kilometre: where in a village it is, and not in which house. */
const hundredths = (degrees: number) => Math.round(degrees * 100) / 100;

/** The place that somebody has chosen: that of a simulated plant was there before anybody came. */
export function chosenPlace(ntp: NtpConfig, unchosen: Place | undefined): Place | undefined {
  const place = placeOf(ntp);
  const isUnchosen = place?.latitude === unchosen?.latitude && place?.longitude === unchosen?.longitude;
  return isUnchosen ? undefined : place;
}

/** Tells a fleet page how the plant does, as long as there is a connection and the owner wants it. */
export interface SummaryPublisher {
  /** There is a new connection, or the settings have changed: all of it is news. */
  tell(): void;
  stop(): void;
}

export interface SummaryPublisherOptions {
  readonly connection: Pick<MqttConnection, 'publish' | 'facts'>;
  /** Ends with a slash. */
  readonly baseTopic: string;
  readonly fleet: Pick<Fleet, 'onChange'>;
  readonly clock: Clock;
  /** As of now; undefined: a fleet page is to be told nothing. */
  readonly summary: () => SiteSummary | undefined;
}

const AT_MOST_EVERY_MS = 1000;
const AT_LEAST_EVERY_MS = SUMMARY_EVERY_S * 1000;
/** Findings, alerts and settings say nothing when they change. */
const LOOK_EVERY_MS = 1000;
/** An answer of an inverter changes the fleet more than once, and much of that is not told. */
const LOOKS_APART_MS = 200;

export function createSummaryPublisher(options: SummaryPublisherOptions): SummaryPublisher {
  const { connection, clock, summary: summaryNow } = options;
  const topic = options.baseTopic + SUMMARY_TOPIC;
  let cancelLook = () => {};
  let nextLookMs = Number.POSITIVE_INFINITY;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let sentAtMs = Number.NEGATIVE_INFINITY;
  let sent = '';
  let isTelling = false;

  function lookAt(atMs: number): void {
    if (atMs >= nextLookMs) return;
    cancelLook();
    nextLookMs = atMs;
    cancelLook = clock.after(Math.max(0, atMs - clock.monotonicMs()), look);
  }

  function look(): void {
    cancelLook();
    nextLookMs = Number.POSITIVE_INFINITY;
    const summary = connection.facts().isConnected ? summaryNow() : undefined;
    isTelling = summary !== undefined;
    if (summary === undefined) return; // it is told when that changes
    const nowMs = clock.monotonicMs();
    lookedAtMs = nowMs;
    const { at: _, ...said } = summary; // time alone is no news
    const isNews = JSON.stringify(said) !== sent;
    if (nowMs - sentAtMs >= (isNews ? AT_MOST_EVERY_MS : AT_LEAST_EVERY_MS)) {
      const isSent = connection.publish({ topic, payload: JSON.stringify(summary), retain: false });
      if (isSent) [sentAtMs, sent] = [nowMs, JSON.stringify(said)];
    } else if (isNews) lookAt(sentAtMs + AT_MOST_EVERY_MS);
    lookAt(Math.min(nowMs + LOOK_EVERY_MS, Math.max(nowMs, sentAtMs) + AT_LEAST_EVERY_MS));
  }

  const stopWatching = options.fleet.onChange(() => {
    if (isTelling) lookAt(Math.max(lookedAtMs + LOOKS_APART_MS, sentAtMs + AT_MOST_EVERY_MS));
  });

  return {
    tell() {
      sent = '';
      look();
    },
    stop() {
      stopWatching();
      cancelLook();
    },
  };
}
