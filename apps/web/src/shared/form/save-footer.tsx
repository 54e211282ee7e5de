import { useRef } from 'react';
import { useI18n, useTexts } from '../i18n/i18n-context.ts';
import { Button } from '../ui/button.tsx';
import type { FormValues } from './drafts.tsx';
import styles from './save-footer.module.css';
import type { Form } from './use-form.ts';

/** At the lower edge of a form, in reach wherever it is scrolled to: how much is not saved, discard and save. */
export function SaveFooter<V extends FormValues>({ form }: { readonly form: Form<V> }) {
  const { format } = useI18n();
  const { form: t } = useTexts('common').common;
  const save = useRef<HTMLButtonElement>(null);

  function discard(): void {
    if (form.isSaving) return;
    form.reset();
    save.current?.focus(); // the button that had the focus goes
  }

  return (
    <div className={styles.footer}>
      <p role="status">{form.isDirty ? format.count(form.changes, t.changes) : t.noChanges}</p>
      <div>
        {form.isDirty && (
          <Button onClick={discard} aria-disabled={form.isSaving}>
            {t.discard}
          </Button>
        )}
        {/* Not disabled: a button that cannot be used would lose the focus of the keyboard. */}
        <Button ref={save} variant="primary" type="submit" aria-disabled={form.isSaving}>
          {form.isSaving ? t.saving : t.save}
        </Button>
      </div>
    </div>
  );
}
