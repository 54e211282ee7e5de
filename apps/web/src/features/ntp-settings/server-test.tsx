import { type ReceivedTimeServerTrial, testTimeServer } from '@heliograph/contract';
import { useServices } from '../../shared/api/services.ts';
import { Trial, type TrialVerdict } from '../../shared/form/trial.tsx';
import type { Form } from '../../shared/form/use-form.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { clockSpan, serverFailureText } from '../../shared/page/time-facts.tsx';

/** The gateway itself waits for 12 s. */
const ANSWER_WAIT_MS = 16_000;

/** `ntp_timezone` is the value of the zone's option: name and rule. The place is as it was typed. */
export type NtpValues = Readonly<Record<'ntp_server' | 'ntp_timezone' | 'latitude' | 'longitude', string>>;

/** Asks the server of the form for the time without saving it. */
export function ServerTest({ form }: { readonly form: Form<NtpValues> }) {
  const { call } = useServices();
  const { format } = useI18n();
  const { gateway } = useTexts('gateway');
  const { timeServer: t } = gateway;
  const server = form.values.ntp_server.trim();

  function verdictOf(answer: ReceivedTimeServerTrial): TrialVerdict | undefined {
    const { type, ntp_failure: failure, ntp_address: address = '', ntp_offset: offsetS = 0 } = answer;
    if (failure) return { isGood: false, text: serverFailureText(gateway, failure) };
    if (type !== 'success') return undefined;
    const span = clockSpan(format, offsetS);
    const offset = offsetS < 0 ? t.serverBehind(span) : t.serverAhead(span);
    return { isGood: true, text: `${t.works(address)} ${offset}` };
  }

  return (
    <Trial
      form={form}
      label={t.test}
      target={server}
      send={() => call(testTimeServer, { body: { ntp_server: server }, waitMs: ANSWER_WAIT_MS })}
      verdictOf={verdictOf}
    />
  );
}
