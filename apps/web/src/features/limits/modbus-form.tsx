import {
  getModbusSettings,
  getModbusStatus,
  MODBUS_HEARTBEAT_MAX_S,
  MODBUS_HEARTBEAT_MIN_S,
  type ModbusClient,
  type ModbusSettings,
  ModbusSettingsSchema,
  type ModbusUnit,
  RESULT_CODES,
  setModbusSettings,
  WHOLE_PLANT,
} from '@heliograph/contract';
import { type Loaded, useEndpoint } from '../../shared/api/use-endpoint.ts';
import { askAgainMs, LoadFailure, mayPass } from '../../shared/form/load-failure.tsx';
import { SettingsPage } from '../../shared/form/settings-page.tsx';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import { TextAreaField } from '../../shared/form/text-area-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import type { FieldErrors } from '../../shared/form/use-form.ts';
import { wholeNumber, wholeNumberError } from '../../shared/form/whole-number.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Card } from '../../shared/ui/card.tsx';
import styles from './modbus-form.module.css';

interface ModbusFormProps {
  /** What the page calls an inverter. */
  readonly nameOf: (serial: string) => string;
}

/** The plant over Modbus, for energy managers: whether it is there, who may limit it, and who does. Only for the admin. */
export function ModbusForm({ nameOf }: ModbusFormProps) {
  const { format } = useI18n();
  const texts = useTexts('common', 'house');
  const { modbus: t } = texts.house;

  function moreErrors(values: ModbusValues, _: ModbusSettings, errors: FieldErrors<ModbusValues>) {
    const heartbeat = { min: MODBUS_HEARTBEAT_MIN_S, max: MODBUS_HEARTBEAT_MAX_S };
    // The schema names the line, and the form has one field for all of them.
    const isWrong = Object.keys(errors).some((path) => path.startsWith('writers'));
    return {
      port: wholeNumberError(texts, format, values.port, { min: 1, max: 65_535 }),
      heartbeat: wholeNumberError(texts, format, values.heartbeat, heartbeat),
      writers: isWrong ? t.writersError : undefined,
    };
  }

  return (
    <SettingsPage
      draftKey="modbus"
      title=""
      load={getModbusSettings}
      save={setModbusSettings}
      schema={ModbusSettingsSchema}
      valuesOf={modbusValues}
      bodyOf={modbusBody}
      moreErrors={moreErrors}
      fieldOf={({ code }) => FIELD_OF_CODE.get(code ?? 0)}
      heights={[22]}
    >
      {(form) => (
        <Card title={t.title}>
          <p className={styles.quiet}>{t.intro}</p>
          <SwitchField label={t.enabled} help="modbus-enabled" field={form.flag('enabled')} />
          {form.values.enabled && (
            <>
              <TextField
                label={t.port}
                help="modbus-port"
                field={form.text('port')}
                hint={t.portHint}
                inputMode="numeric"
                required
              />
              <TextAreaField
                label={t.writers}
                field={form.text('writers')}
                hint={t.writersHint}
                rows={3}
                tidy={(text) => linesOf(text).join('\n')}
              />
              <TextField
                label={t.heartbeat}
                field={form.text('heartbeat')}
                hint={t.heartbeatHint}
                unit="s"
                inputMode="numeric"
                required
              />
              <ModbusNow nameOf={nameOf} />
            </>
          )}
        </Card>
      )}
    </SettingsPage>
  );
}

const STATUS_EVERY_MS = 5000;
const NO_QUERY = {};

function statusEveryMs(loaded: Loaded<unknown>): number | undefined {
  if (loaded.failure?.kind === 'throttled') return askAgainMs(loaded);
  return loaded.failure === undefined || mayPass(loaded.failure) ? STATUS_EVERY_MS : undefined;
}

/** What goes on over Modbus, as the gateway tells it; what was typed meanwhile does not count yet. */
function ModbusNow({ nameOf }: ModbusFormProps) {
  const { modbus: t } = useTexts('house').house;
  const { answer, failure, reload } = useEndpoint(getModbusStatus, NO_QUERY, statusEveryMs);
  if (failure !== undefined && failure.kind !== 'unauthorized')
    return <LoadFailure failure={failure} onRetry={reload} />;
  if (answer === undefined || answer.state === 'off') return null;
  const { state, clients, units } = answer;
  return (
    <>
      <div role="status">
        <Alert kind={state === 'listening' ? 'success' : 'warning'}>{t.states[state]}</Alert>
      </div>
      {clients.length > 0 && (
        <div>
          <h3>{t.clients}</h3>
          <ul className={styles.list}>
            {clients.map((client) => (
              <ClientRow key={client.address} client={client} />
            ))}
          </ul>
        </div>
      )}
      <details className={styles.units} open={units.some(({ limit }) => limit !== undefined)}>
        <summary>{t.units}</summary>
        <ul className={styles.list}>
          {units.map((unit) => (
            <UnitRow key={unit.unit} unit={unit} nameOf={nameOf} />
          ))}
        </ul>
      </details>
    </>
  );
}

function ClientRow({ client }: { readonly client: ModbusClient }) {
  const { format } = useI18n();
  const { modbus: t } = useTexts('house').house;
  const { address, connections, may_write: mayWrite, last_write: lastWriteS, refused } = client;
  return (
    <li className={styles.row}>
      <span>
        {address} <span className={styles.quiet}>{connections === 0 && t.gone}</span>
      </span>
      <span className={styles.quiet}>
        {[
          mayWrite ? t.mayLimit : t.readsOnly,
          lastWriteS !== undefined && t.limited(format.duration(lastWriteS * 1000)),
          refused > 0 && t.refused(format.count(refused, t.times)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </li>
  );
}

function UnitRow({ unit: { unit, target, limit }, nameOf }: ModbusFormProps & { readonly unit: ModbusUnit }) {
  const { format } = useI18n();
  const { modbus: t } = useTexts('house').house;
  return (
    <li className={styles.row}>
      <span>
        <span className={styles.number}>{unit}</span> {target === WHOLE_PLANT ? t.plant : nameOf(target)}
      </span>
      <span className={styles.quiet}>
        {limit !== undefined &&
          t.held(
            `${format.noDigits(limit.watts)}${format.unitGap('W')}W`,
            limit.by,
            format.duration(limit.ends_in * 1000),
          )}
      </span>
    </li>
  );
}

// A type and not an interface: only types are known to have no further keys.
type ModbusValues = {
  readonly enabled: boolean;
  readonly port: string;
  readonly writers: string;
  readonly heartbeat: string;
};

function modbusValues({ enabled, port, writers, heartbeat }: ModbusSettings): ModbusValues {
  return { enabled, port: String(port), writers: writers.join('\n'), heartbeat: String(heartbeat) };
}

function modbusBody(values: ModbusValues, received: ModbusSettings): ModbusSettings {
  return {
    ...received,
    enabled: values.enabled,
    port: wholeNumber(values.port) ?? 0,
    writers: linesOf(values.writers),
    heartbeat: wholeNumber(values.heartbeat) ?? 0,
  };
}

/** The addresses, whatever people put between them, each once. */
function linesOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/))].filter((line) => line !== '');
}

const FIELD_OF_CODE: ReadonlyMap<number, keyof ModbusValues> = new Map([
  [RESULT_CODES.MqttPort.code, 'port'],
  [RESULT_CODES.NetworkIpInvalid.code, 'writers'],
  [RESULT_CODES.ModbusHeartbeat.code, 'heartbeat'],
]);
