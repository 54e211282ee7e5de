import { useI18n } from '../i18n/i18n-context.ts';

const DASH = '—';

/** Stands where a value is not known: to the eye it is not a zero, and the ear hears the word. */
export function UnknownValue() {
  const { t } = useI18n();
  return (
    <>
      <span aria-hidden="true">{DASH}</span>
      <span className="visually-hidden">{t.unknownValue}</span>
    </>
  );
}
