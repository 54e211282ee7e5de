import {
  PIN_PROFILE_FILE,
  type PinProfile,
  type ReceivedDeviceSettings,
  readPins,
} from '@heliograph/contract';
import type { CallFailure } from '../../shared/api/call.ts';
import { LoadFailure } from '../../shared/form/load-failure.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import type { TextBinding } from '../../shared/form/use-form.ts';
import { Waiting } from '../../shared/form/waiting.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { PinTable } from './pin-table.tsx';
import { countDifferences } from './pin-text.ts';
import { defaultNameFor, meansDefault, profileNamed, profileNames, selectedPins } from './profile-choice.ts';

/** What is known of the file with the profiles. */
export interface ProfileFile {
  readonly profiles: readonly PinProfile[];
  /** It is there, and no list of profiles. */
  readonly isBroken: boolean;
  readonly isLoading: boolean;
  /** Why it is not known whether there is one. */
  readonly failure: CallFailure | undefined;
  readonly reload: () => void;
}

interface PinPanelProps {
  readonly field: TextBinding;
  readonly stored: ReceivedDeviceSettings['curPin'];
  readonly file: ProfileFile;
}

/** The choice of a profile, and what it changes. */
export function PinPanel({ field, stored, file }: PinPanelProps) {
  return (
    <>
      {file.failure !== undefined && <LoadFailure failure={file.failure} onRetry={file.reload} />}
      {file.isLoading && (
        <Waiting>
          <Skeleton height="60rem" />
        </Waiting>
      )}
      {!file.isLoading && file.failure === undefined && (
        <Profiles field={field} stored={stored} file={file} />
      )}
    </>
  );
}

function Profiles({ field, stored, file: { profiles, isBroken } }: PinPanelProps) {
  const { locale, format } = useI18n();
  const { device: t } = useTexts('device');
  const name = field.value;
  const defaultName = defaultNameFor(profiles);
  const isProfile = profileNamed(profiles, name) !== undefined;
  const selected = selectedPins(profiles, name, stored);
  const active = readPins(stored);
  const differences = countDifferences(selected, active);

  // Back to what is stored is no change, whatever word is stored for it.
  const choose = (chosen: string) =>
    field.onText(chosen === defaultName && meansDefault(profiles, field.stored) ? field.stored : chosen);

  return (
    <>
      {profiles.length > 0 && <Alert kind={name === field.stored ? 'info' : 'danger'}>{t.risk}</Alert>}
      {isBroken && <Alert kind="warning">{t.brokenFile(PIN_PROFILE_FILE)}</Alert>}
      {!isBroken && profiles.length === 0 && <p>{t.noProfiles(PIN_PROFILE_FILE)}</p>}
      {!isProfile && !meansDefault(profiles, name) && <Alert kind="warning">{t.profileGone(name)}</Alert>}
      <SelectField
        label={t.profile}
        field={{ ...field, value: isProfile ? name : defaultName, onText: choose }}
        options={[
          { value: defaultName, label: t.defaultProfile },
          ...profileNames(profiles, locale).map((value) => ({ value, label: value })),
        ]}
        hint={t.same}
        notice={
          differences === 0 ? undefined : { kind: 'warning', text: format.count(differences, t.changes) }
        }
      />
      <PinTable selected={selected} active={active} />
    </>
  );
}
