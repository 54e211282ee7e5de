import { Maximize, Minus, Plus } from 'lucide';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { KnownSite } from '../api/live-sites.ts';
import { sitePath } from '../paths.ts';
import { useFleetServices } from '../services.ts';
import { nameOf, STATES_BY_NEED } from '../sites/site-facts.ts';
import { STATE_LOOKS, StateBadge } from '../sites/state-badge.tsx';
import {
  type Cluster,
  clustersOf,
  isClosest,
  type MapView,
  onScreen,
  type Placed,
  pointOf,
  type Size,
  viewOf,
  zoomedAt,
} from './map-view.ts';
import { loadOutlines, type Outlines } from './outlines.ts';
import styles from './site-map.module.css';
import { useGestures, ZOOM_STEP } from './use-gestures.ts';

/** From here on the coarse outlines look like it. */
const FINE_FROM_SCALE = 4;
/** Signs that far outside are drawn, so that none is cut off at the edge. */
const EDGE_PX = 30;
/** Nearer by a cluster: until something of it comes apart. */
const INTO_CLUSTER = 2.5;

/** The sites on a map; those that lie near each other are one sign. */
export function SiteMap({ sites }: { readonly sites: readonly KnownSite[] }) {
  const { fleet: t } = useTexts('fleet');
  const { format } = useI18n();
  const placed = useMemo(
    () =>
      // In an order that does not change with theirs: signs come together in the same way then.
      sites
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .flatMap((site): Placed<KnownSite>[] =>
          site.place === undefined ? [] : [{ ...pointOf(site.place), item: site }],
        ),
    [sites],
  );
  const without = sites.length - placed.length;
  if (placed.length === 0) return <Alert kind="info">{t.map.noPlaces}</Alert>;
  return (
    <div className={styles.map}>
      <Canvas placed={placed} />
      {without > 0 && <p className={styles.note}>{format.count(without, t.map.withoutPlace)}</p>}
      <details className={styles.list}>
        <summary>{t.map.asList}</summary>
        <SiteLinks sites={placed.map(({ item }) => item)} />
      </details>
      <p className={styles.note}>{t.map.source}</p>
    </div>
  );
}

function SiteLinks({ sites }: { readonly sites: readonly KnownSite[] }) {
  return (
    <ul className={styles.links}>
      {sites.map((site) => (
        <li key={site.id}>
          <Link href={sitePath(site.id)}>{nameOf(site)}</Link>
          <StateBadge state={site.state} />
        </li>
      ))}
    </ul>
  );
}

function Canvas({ placed }: { readonly placed: readonly Placed<KnownSite>[] }) {
  const { t: common } = useI18n();
  const { fleet: t } = useTexts('fleet');
  const { format } = useI18n();
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const { view, change, fit } = useView(placed, size);
  const gestures = useGestures({ place, size, change, fit });
  const outlines = useOutlines(view.scale);
  const [opened, setOpened] = useState<readonly KnownSite[]>();
  const clusters = useMemo(() => clustersOf(placed, view.scale), [placed, view.scale]);
  const middle = { x: size.width / 2, y: size.height / 2 };
  const zoom = (factor: number) => change((now) => zoomedAt(now, factor, middle, size));

  const signs = clusters.flatMap((cluster) => {
    const at = onScreen(cluster, view, size);
    const isSeen =
      at.x > -EDGE_PX && at.y > -EDGE_PX && at.x < size.width + EDGE_PX && at.y < size.height + EDGE_PX;
    return isSeen ? [{ cluster, at }] : [];
  });

  function enter(cluster: Cluster<KnownSite>): void {
    if (isClosest(view)) setOpened(cluster.items);
    else change((now) => zoomedAt(now, INTO_CLUSTER, onScreen(cluster, now, size), size));
  }

  return (
    <div className={styles.frame}>
      <div
        ref={place}
        className={styles.canvas}
        role="application"
        aria-label={t.map.label}
        aria-description={t.map.hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved with the arrow keys
        tabIndex={0}
        {...gestures}
      >
        <svg aria-hidden="true" width={size.width} height={size.height}>
          <g
            transform={`translate(${size.width / 2 - view.x * view.scale} ${size.height / 2 - view.y * view.scale}) scale(${view.scale})`}
          >
            <path className={styles.land} d={outlines?.land} />
            <path className={styles.borders} d={outlines?.borders} />
          </g>
        </svg>
        {signs.map(({ cluster, at }) => {
          const [first] = cluster.items;
          if (first === undefined) return null;
          const style = { transform: `translate(${at.x}px, ${at.y}px) translate(-50%, -50%)` };
          return cluster.items.length === 1 ? (
            <SiteSign key={first.id} site={first} style={style} />
          ) : (
            <ClusterSign key={first.id} sites={cluster.items} style={style} onEnter={() => enter(cluster)} />
          );
        })}
      </div>
      <div className={styles.tools}>
        <Button aria-label={t.map.zoomIn} title={t.map.zoomIn} onClick={() => zoom(ZOOM_STEP)}>
          <Icon of={Plus} size={18} />
        </Button>
        <Button aria-label={t.map.zoomOut} title={t.map.zoomOut} onClick={() => zoom(1 / ZOOM_STEP)}>
          <Icon of={Minus} size={18} />
        </Button>
        <Button aria-label={t.map.fit} title={t.map.fit} onClick={fit}>
          <Icon of={Maximize} size={18} />
        </Button>
      </div>
      {opened !== undefined && (
        <Dialog
          title={format.count(opened.length, t.map.cluster)}
          closeLabel={common.close}
          onClose={() => setOpened(undefined)}
        >
          <SiteLinks sites={opened} />
        </Dialog>
      )}
    </div>
  );
}

interface SignProps {
  readonly style: { readonly transform: string };
}

function SiteSign({ site, style }: SignProps & { readonly site: KnownSite }) {
  const { fleet: t } = useTexts('fleet');
  const { tone, icon } = STATE_LOOKS[site.state];
  const label = `${nameOf(site)}: ${t.states[site.state]}`;
  return (
    <Link
      href={sitePath(site.id)}
      className={styles.sign}
      style={style}
      data-tone={tone}
      title={label}
      aria-label={label}
    >
      <Icon of={icon} size={18} />
    </Link>
  );
}

interface ClusterSignProps extends SignProps {
  readonly sites: readonly KnownSite[];
  readonly onEnter: () => void;
}

function ClusterSign({ sites, style, onEnter }: ClusterSignProps) {
  const { fleet: t } = useTexts('fleet');
  const { format } = useI18n();
  const worst = STATES_BY_NEED.find((state) => sites.some((site) => site.state === state)) ?? 'ok';
  const label = t.map.clusterLabel(format.count(sites.length, t.map.cluster), t.states[worst]);
  return (
    <button
      type="button"
      className={`${styles.sign} ${styles.cluster}`}
      style={style}
      data-tone={STATE_LOOKS[worst].tone}
      title={label}
      aria-label={label}
      onClick={onEnter}
    >
      {format.noDigits(sites.length)}
    </button>
  );
}

function useSize(place: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const look = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    look();
    const resizes = new ResizeObserver(look);
    resizes.observe(element);
    return () => resizes.disconnect();
  }, [place]);
  return size;
}

/** What is seen: all sites at first, and again where others are to be shown; values that change move nothing. */
function useView(placed: readonly Placed<KnownSite>[], size: Size) {
  const [moved, setMoved] = useState<{ readonly of: string; readonly view: MapView }>();
  const which = useMemo(
    () =>
      placed
        .map(({ item }) => item.id)
        .sort()
        .join(),
    [placed],
  );
  const fitting = viewOf(placed, size);
  const view = moved?.of === which ? moved.view : fitting;
  return {
    view,
    change: (next: (view: MapView) => MapView) =>
      setMoved((before) => ({ of: which, view: next(before?.of === which ? before.view : fitting) })),
    fit: () => setMoved(undefined),
  };
}

/** The coarse ones are there soon; the fine ones come where one looks near. */
function useOutlines(scale: number): Outlines | undefined {
  const { fetchFile } = useFleetServices();
  const [loaded, setLoaded] = useState<{ readonly coarse?: Outlines; readonly fine?: Outlines }>({});
  const isFine = scale >= FINE_FROM_SCALE;
  const has = useEffectEvent((detail: 'coarse' | 'fine') => loaded[detail] !== undefined);
  useEffect(() => {
    const leaving = new AbortController();
    const load = async (detail: 'coarse' | 'fine') => {
      if (has(detail)) return;
      const outlines = await loadOutlines(fetchFile, detail, leaving.signal);
      setLoaded((before) => ({ ...before, [detail]: outlines }));
    };
    // Without a connection the signs stand on no map, and are the same.
    void load('coarse')
      .then(() => (isFine ? load('fine') : undefined))
      .catch(() => undefined);
    return () => leaving.abort();
  }, [isFine, fetchFile]);
  return loaded.fine ?? loaded.coarse;
}
