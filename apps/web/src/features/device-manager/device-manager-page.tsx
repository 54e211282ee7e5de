import {
  asSent,
  CONTRAST_MAX,
  CONTRAST_MIN,
  type DeviceConfig,
  DeviceConfigSchema,
  getConfigFile,
  getConfigList,
  getDeviceConfig,
  PIN_PROFILE_FILE,
  RESULT_CODES,
  type ReceivedDeviceSettings,
  readPinProfiles,
  readPins,
  setDeviceConfig,
} from '@heliograph/contract';
import { useMemo, useState } from 'react';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { askAgainMs } from '../../shared/form/load-failure.tsx';
import { RangeField } from '../../shared/form/range-field.tsx';
import { SettingsPage } from '../../shared/form/settings-page.tsx';
import { useSettingsVariant } from '../../shared/form/settings-variant.ts';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import type { Form } from '../../shared/form/use-form.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import {
  MoreDisplay,
  type MoreDisplayValues,
  moreDisplayBody,
  moreDisplayErrors,
  moreDisplayValues,
} from './more-display.tsx';
import { PinPanel, type ProfileFile } from './pin-panel.tsx';
import { PinTable } from './pin-table.tsx';
import { defaultNameFor } from './profile-choice.ts';
import { useRestart } from './use-restart.ts';

/** The device's own parts: which pins they are wired to, and its display. */
export function DeviceManagerPage() {
  const { t: frame } = useI18n();
  const { device: t } = useTexts('device');
  const file = useProfileFile();
  const { restart, follow } = useRestart();
  const { format } = useI18n();
  const common = useTexts('common');
  const isOurs = useSettingsVariant() === undefined;
  /** Of a fresh device no name is stored, but one must be sent (docs/reference/original-device.md#quirk-20). */
  const sentName = (values: DeviceValues) => values['curPin.name'] || defaultNameFor(file.profiles);

  return (
    <SettingsPage
      draftKey="device"
      title={frame.titles.deviceManager}
      load={getDeviceConfig}
      save={setDeviceConfig}
      schema={DeviceConfigSchema}
      valuesOf={deviceValues}
      bodyOf={(values, received) => deviceBody(values, received, sentName(values))}
      moreErrors={(values, received) =>
        __FOR_DEVICE__ || !isOurs ? {} : moreDisplayErrors(common, format, values, received)
      }
      fieldOf={({ code }) => (code === RESULT_CODES.ProfileNameLength.code ? 'curPin.name' : undefined)}
      onSaved={(values, _answer, before) => follow(values['curPin.name'] !== before.curPin.name)}
      note={restart && t[restart]}
      heights={[70]}
    >
      {(form, received) => <Parts form={form} received={received} file={file} />}
    </SettingsPage>
  );
}

interface PartsProps {
  readonly form: Form<DeviceValues>;
  readonly received: ReceivedDeviceSettings;
  readonly file: ProfileFile;
}

/** Two tabs of one form. A refusal of the profile shows its tab. */
function Parts({ form, received, file }: PartsProps) {
  const { t: frame, format } = useI18n();
  const { device: t } = useTexts('device');
  const [shown, show] = useState<'pins' | 'display'>('pins');
  const [refusals, setRefusals] = useState(form.refusals);
  const profile = form.text('curPin.name');
  const isOurs = useSettingsVariant() === undefined;
  // While drawing, so that the field is there when the form leads to the first bad one.
  if (refusals !== form.refusals) {
    setRefusals(form.refusals);
    if (profile.error !== undefined) show('pins');
  }

  const display = (
    <>
      <SwitchField label={t.powerSafe} hint={t.powerSafeHint} field={form.flag('display.power_safe')} />
      <SwitchField label={t.screensaver} hint={t.screensaverHint} field={form.flag('display.screensaver')} />
      {(__FOR_DEVICE__ || 'show_logo' in asSent(received.display)) && (
        <SwitchField label={t.showLogo} field={form.flag('display.show_logo')} />
      )}
      <RangeField
        label={t.contrast}
        field={form.text('display.contrast')}
        min={CONTRAST_MIN}
        max={CONTRAST_MAX}
        unit={`${format.unitGap('%')}%`}
      />
    </>
  );
  // Which profiles a device behind the gateway has, only that device knows.
  if (!__FOR_DEVICE__ && !isOurs) {
    return (
      <>
        <Card title={t.groups.display}>{display}</Card>
        <Card title={t.pins}>
          <PinTable selected={undefined} active={readPins(received.curPin)} />
        </Card>
      </>
    );
  }
  return (
    <Tabs
      label={frame.titles.deviceManager}
      tabs={[
        { key: 'pins', label: t.pins },
        { key: 'display', label: t.groups.display },
      ]}
      shown={shown}
      onShow={show}
    >
      {shown === 'pins' ? (
        <PinPanel field={profile} stored={received.curPin} file={file} />
      ) : (
        <>
          {display}
          {!__FOR_DEVICE__ && (
            <MoreDisplay form={form as unknown as Form<MoreDisplayValues>} received={received} />
          )}
        </>
      )}
    </Tabs>
  );
}

const NO_QUERY = {};
const FILE_QUERY = { file: PIN_PROFILE_FILE };

/**
 * The profiles to choose from. Without them (no file, a broken one) the rest of the page works as ever. A file that the list of
 * files does not name is not asked for; whoever has no such list is asked all the same.
 */
function useProfileFile(): ProfileFile {
  const list = useEndpoint(getConfigList, NO_QUERY);
  const isThere = list.failure ?? list.answer?.configs.some(({ name }) => name === PIN_PROFILE_FILE);
  const { answer, failure, reload } = useEndpoint(
    getConfigFile,
    isThere ? FILE_QUERY : undefined,
    askAgainMs,
  );
  const profiles = useMemo(() => answer && readPinProfiles(answer.content), [answer]);
  const isBroken = failure?.kind === 'unreadable' || (answer !== undefined && profiles === undefined);
  return {
    profiles: profiles ?? [],
    isBroken,
    isLoading: isThere !== false && answer === undefined && failure === undefined,
    failure:
      isThere && answer === undefined && !isBroken && failure?.kind !== 'missing' ? failure : undefined,
    reload,
  };
}

// A type and not an interface: only types are known to have no further keys.
type DeviceValues = {
  readonly 'curPin.name': string;
  readonly 'display.power_safe': boolean;
  readonly 'display.screensaver': boolean;
  readonly 'display.show_logo': boolean;
  readonly 'display.contrast': string;
} & MoreDisplayValues;

const NONE_MORE: MoreDisplayValues = {
  ...{ 'display.rotation': '', 'display.locale': '', 'display.diagrammode': '' },
  ...{ 'display.diagramduration': '', 'led.0': '', 'led.1': '' },
};

function deviceValues(received: ReceivedDeviceSettings): DeviceValues {
  const { curPin, display } = received;
  return {
    ...(__FOR_DEVICE__ ? NONE_MORE : moreDisplayValues(received)),
    'curPin.name': curPin.name,
    'display.power_safe': display.power_safe,
    'display.screensaver': display.screensaver,
    'display.show_logo': display.show_logo,
    'display.contrast': String(Math.min(display.contrast, CONTRAST_MAX)),
  };
}

function deviceBody(values: DeviceValues, received: ReceivedDeviceSettings, name: string): DeviceConfig {
  const more = __FOR_DEVICE__ ? { display: {} } : moreDisplayBody(values, received);
  return {
    ...received,
    ...more,
    curPin: { ...received.curPin, name },
    display: {
      ...received.display,
      ...more.display,
      power_safe: values['display.power_safe'],
      screensaver: values['display.screensaver'],
      show_logo: values['display.show_logo'],
      contrast: Number(values['display.contrast']),
    },
  };
}
