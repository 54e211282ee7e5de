import { useEffect, useMemo, useRef, useState } from 'react';
import type { LoadedEndpoint } from '../../shared/api/use-endpoint.ts';
import type { ZoneRules } from '../../shared/api/zones.ts';
import { ComboBox } from '../../shared/form/combo-box.tsx';
import { LoadFailure } from '../../shared/form/load-failure.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import type { TextBinding } from '../../shared/form/use-form.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';
import { browserZoneName } from './wall-time.ts';
import type { AllZoneNames } from './zone-names.ts';
import { zoneOf, zoneOption, zoneOptions } from './zones.ts';

interface ZoneFieldsProps {
  /** Holds the value of the zone's option. */
  readonly field: TextBinding;
  readonly zones: LoadedEndpoint<ZoneRules>;
}

/** The zone, to be found by typing, and its rule. A stored zone that is not in the list can be kept. */
export function ZoneFields({ field, zones: { answer, failure, reload } }: ZoneFieldsProps) {
  const { common, time: t } = useTexts('common', 'time');
  const place = useRef<HTMLDivElement>(null);
  const names = useZoneNames();
  const listed = useMemo(() => zoneOptions(answer ?? [], names), [answer, names]);
  const options = useMemo(() => {
    if (listed.length === 0 || listed.some(({ value }) => value === field.stored)) return listed;
    return [{ ...zoneOption(zoneOf(field.stored)), note: t.asStored }, ...listed];
  }, [listed, field.stored, t]);
  const { ntp_timezone_descr: name, ntp_timezone: rule } = zoneOf(field.value);
  const browserZone = browserZoneName();
  const ofBrowser = listed.find(({ label }) => label === browserZone);
  const isLoading = answer === undefined && failure === undefined;
  // While the list is on its way its place is kept.
  const isOffered =
    ofBrowser === undefined ? isLoading && browserZone !== name : ofBrowser.value !== field.value;

  function takeBrowserZone(value: string | undefined): void {
    if (value === undefined || field.readOnly) return;
    field.onText(value);
    place.current?.querySelector('input')?.focus(); // the button goes
  }

  return (
    <>
      <div ref={place}>
        <ComboBox
          label={t.zone}
          hint={isLoading ? common.loading : answer && t.zoneHint}
          field={field}
          options={options}
          shown={name}
          noneFound={t.noZone}
        />
      </div>
      {failure !== undefined && <LoadFailure failure={failure} text={t.noZones} onRetry={reload} />}
      <TextField
        label={t.rule}
        hint={t.ruleHint}
        field={{ ...field, name: 'rule', value: rule, error: undefined, readOnly: true }}
      />
      {isOffered && (
        <div>
          <Button aria-disabled={ofBrowser === undefined} onClick={() => takeBrowserZone(ofBrowser?.value)}>
            {t.takeBrowserZone(browserZone)}
          </Button>
        </div>
      )}
    </>
  );
}

/** What people call the zones: many words, which only this page needs. Without them zones are found by their own names. */
function useZoneNames(): AllZoneNames | undefined {
  const [names, setNames] = useState<AllZoneNames>();
  useEffect(() => {
    if (__FOR_DEVICE__) return undefined; // its flash has no room for them
    let isShown = true;
    import('./zone-names.ts').then(
      ({ createZoneNames }) => isShown && setNames(createZoneNames()),
      () => undefined, // as above
    );
    return () => {
      isShown = false;
    };
  }, []);
  return names;
}
