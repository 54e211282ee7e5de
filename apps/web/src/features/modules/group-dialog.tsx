import {
  byteLength,
  PLANT_AZIMUTH_MAX_DEG,
  PLANT_GROUP_NAME_MAX_LENGTH,
  PLANT_TILT_MAX_DEG,
  type PlantGroup,
} from '@heliograph/contract';
import { type FormEvent, useId, useState } from 'react';
import { TextField } from '../../shared/form/text-field.tsx';
import { wholeNumber, wholeNumberError } from '../../shared/form/whole-number.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { COMPASS_POINTS } from '../../shared/lib/compass.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import styles from './group-dialog.module.css';

interface GroupDialogProps {
  readonly group: PlantGroup;
  readonly isNew: boolean;
  readonly onSave: (group: PlantGroup) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** A group of modules: what it is called, which way it looks, and how steeply. */
export function GroupDialog({ group, isNew, onSave, onRemove, onClose }: GroupDialogProps) {
  const { t: frame, format } = useI18n();
  const texts = useTexts('common', 'modules');
  const { modules: t } = texts;
  const formId = useId();
  const [name, setName] = useState(group.name);
  const [azimuth, setAzimuth] = useState(group.azimuth === undefined ? '' : String(group.azimuth));
  const [tilt, setTilt] = useState(group.tilt === undefined ? '' : String(group.tilt));
  const [isChecked, setChecked] = useState(false);
  const nameLength = byteLength(name.trim());
  const rangeError = (text: string, max: number) =>
    text.trim() === '' ? undefined : wholeNumberError(texts, format, text, { min: 0, max });
  const errors = {
    name: nameLength < 1 || nameLength > PLANT_GROUP_NAME_MAX_LENGTH ? t.nameRange : undefined,
    azimuth: rangeError(azimuth, PLANT_AZIMUTH_MAX_DEG),
    tilt: rangeError(tilt, PLANT_TILT_MAX_DEG),
  };

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (Object.values(errors).some((error) => error !== undefined)) return;
    const [azimuthDeg, tiltDeg] = [wholeNumber(azimuth), wholeNumber(tilt)];
    onSave({
      ...{ id: group.id, name: name.trim() },
      ...(azimuthDeg !== undefined && { azimuth: azimuthDeg }),
      ...(tiltDeg !== undefined && { tilt: tiltDeg }),
    });
  }

  const field = (key: keyof typeof errors, value: string, onText: (text: string) => void) => ({
    ...{ name: key, value, stored: '', readOnly: false, onText, onLeave: () => undefined },
    error: isChecked ? errors[key] : undefined,
  });
  return (
    <Dialog
      title={isNew ? t.newGroup : t.editGroup(group.name)}
      closeLabel={frame.close}
      onClose={onClose}
      holdsInput
      footer={
        <>
          {!isNew && <Button onClick={onRemove}>{t.removeGroup}</Button>}
          <Button variant="primary" type="submit" form={formId}>
            {t.apply}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <TextField label={t.groupName} hint={t.groupNameHint} field={field('name', name, setName)} />
        <TextField
          label={t.azimuth}
          hint={t.azimuthHint}
          unit="°"
          inputMode="numeric"
          field={field('azimuth', azimuth, setAzimuth)}
        />
        <fieldset className={styles.points} aria-label={t.azimuth}>
          {COMPASS_POINTS.map((point, index) => (
            <Button
              key={point}
              aria-pressed={wholeNumber(azimuth) === index * 45}
              onClick={() => setAzimuth(String(index * 45))}
            >
              {t.compass[point]}
            </Button>
          ))}
        </fieldset>
        <TextField
          label={t.tilt}
          hint={t.tiltHint}
          unit="°"
          inputMode="numeric"
          field={field('tilt', tilt, setTilt)}
        />
      </form>
    </Dialog>
  );
}
