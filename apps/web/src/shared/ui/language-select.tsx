import { useI18n } from '../i18n/i18n-context.ts';
import { isLocale, LOCALE_NAMES, LOCALES } from '../i18n/locales.ts';
import styles from './language-select.module.css';

/** Each language by its own name. */
export function LanguageSelect() {
  const { t, locale, chooseLocale } = useI18n();
  return (
    <select
      className={styles.select}
      aria-label={t.bar.language}
      value={locale}
      onChange={({ target }) => {
        if (isLocale(target.value)) chooseLocale(target.value);
      }}
    >
      {LOCALES.map((name) => (
        <option key={name} value={name} lang={name}>
          {LOCALE_NAMES[name]}
        </option>
      ))}
    </select>
  );
}
