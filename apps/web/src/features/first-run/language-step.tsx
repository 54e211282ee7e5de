import { useState } from 'react';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { LOCALE_NAMES, LOCALES } from '../../shared/i18n/locales.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { Guide } from './guide.ts';
import styles from './guide-page.module.css';
import { StepFoot } from './step-parts.tsx';

interface LanguageStepProps {
  readonly guide: Guide;
}

/** Each language by its own name, and the way for who has a backup. */
export function LanguageStep({ guide }: LanguageStepProps) {
  const { locale, chooseLocale } = useI18n();
  const { welcome: t } = useTexts('welcome');
  const [chosen, setChosen] = useState(locale); // its texts take a moment to come
  return (
    <>
      <p>{t.intro}</p>
      <fieldset className={styles.languages}>
        <legend>{t.language}</legend>
        {LOCALES.map((name) => (
          <label key={name} lang={name}>
            <input
              type="radio"
              name="locale"
              checked={name === chosen}
              onChange={() => {
                setChosen(name);
                chooseLocale(name);
              }}
            />
            {LOCALE_NAMES[name]}
          </label>
        ))}
      </fieldset>
      <Button
        variant="bare"
        className={styles.aside}
        onClick={() => {
          guide.type({ restore: '1' });
          guide.goOn('set');
        }}
      >
        {t.restoreInstead}
      </Button>
      <StepFoot
        guide={guide}
        onSkip={null}
        onNext={() => {
          guide.type({ restore: '' });
          guide.goOn('set');
        }}
      />
    </>
  );
}
