import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { PageTitle } from '../../shared/form/field-help.tsx';
import { bound } from '../../shared/form/form-dialog.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { PATHS, type PageName } from '../../shared/lib/paths.ts';
import { Card } from '../../shared/ui/card.tsx';
import { useNamingTexts } from './changes/use-naming-texts.ts';
import styles from './settings-index.module.css';
import { type IndexedPage, searched, settingsIndex } from './settings-index.ts';

const WithMore = lazy(async () => ({ default: (await import('./more-settings.tsx')).WithMore }));

/** Finds any setting by its name, and leads to it. */
export function SettingsIndexPage() {
  const { t: frame } = useI18n();
  const texts = useNamingTexts();
  const { find: t } = useTexts('help').help;
  const [wanted, setWanted] = useState('');
  const [isNeeded, setNeeded] = useState(false);
  const shown = useDeferredValue(wanted);
  const pages = settingsIndex(frame, texts);

  function find(text: string): void {
    setNeeded(true);
    setWanted(text);
  }

  return (
    <section className={styles.page}>
      <PageTitle title={frame.titles.settingsIndex} />
      <div className={styles.search}>
        <TextField label={t.label} hint={t.hint} type="search" field={bound('find', wanted, find)} />
      </div>
      {isNeeded ? (
        <Suspense fallback={<Found pages={pages} wanted={shown} isPart />}>
          <WithMore pages={pages}>{(all) => <Found pages={all} wanted={shown} />}</WithMore>
        </Suspense>
      ) : (
        <Found pages={pages} wanted="" isPart />
      )}
    </section>
  );
}

interface FoundProps {
  readonly pages: readonly IndexedPage[];
  readonly wanted: string;
  /** Further ones are on their way, so nobody knows yet that there is nothing. */
  readonly isPart?: boolean;
}

function Found({ pages, wanted, isPart = false }: FoundProps) {
  const { find: t } = useTexts('help').help;
  const [, navigate] = useLocation();
  const found = searched(pages, wanted);

  function go(page: PageName, name: string): void {
    navigate(PATHS[page]);
    showField(document, name);
  }

  return (
    <>
      <p role="status" className={styles.quiet}>
        {found.length === 0 && !isPart && t.none}
      </p>
      <div className={styles.cards}>
        {found.map(({ page, title, names }) => (
          <Card
            key={page}
            title={title}
            badge={
              <Link href={PATHS[page]} className={styles.open} aria-label={`${t.open}: ${title}`}>
                {t.open}
              </Link>
            }
          >
            <ul className={styles.names}>
              {names.map((name) => (
                <li key={name}>
                  <Link
                    href={PATHS[page]}
                    onClick={(event) => {
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                      event.preventDefault();
                      go(page, name);
                    }}
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </>
  );
}

/** A page takes a moment to come and to read its settings. */
const WAIT_MS = 5_000;

/** Gives the focus to the field of this name as soon as it is there; a part that is closed has none yet, then nothing happens. */
function showField(page: Document, name: string): void {
  const watcher = new MutationObserver(look);
  const timer = setTimeout(() => watcher.disconnect(), WAIT_MS);
  watcher.observe(page.body, { childList: true, subtree: true });

  function look(): void {
    const labels = [...page.querySelectorAll('main label, main legend, main h2')];
    // Some names say first what their setting belongs to.
    const label = [name, name.split(' · ')[0]]
      .map((text) => labels.find((one) => one.textContent?.trim() === text))
      .find((one) => one !== undefined);
    if (label === undefined) return;
    watcher.disconnect();
    clearTimeout(timer);
    const field = label instanceof HTMLLabelElement ? label.control : undefined;
    // After the page has given the focus to its title.
    setTimeout(() => {
      field?.focus();
      label.scrollIntoView({ block: 'center' });
    });
  }
}
