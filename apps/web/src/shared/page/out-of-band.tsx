import { getRadio, type RadioReport } from '@heliograph/contract';
import { useEndpoint } from '../api/use-endpoint.ts';
import { useTexts } from '../i18n/i18n-context.ts';
import { Card } from '../ui/card.tsx';

type Unreached = NonNullable<RadioReport['out_of_band']>;

/** Inverters that no module at 2.4 GHz reaches, and what to do about them. */
export function OutOfBand({ inverters }: { readonly inverters: Unreached }) {
  const { radio: t } = useTexts('radio');
  return (
    <Card title={t.outOfBand}>
      <ul>
        {inverters.map(({ serial, name }) => (
          <li key={serial}>{name === '' ? serial : `${name} (${serial})`}</li>
        ))}
      </ul>
      <p>{t.outOfBandWhy}</p>
    </Card>
  );
}

const NO_QUERY = {};
const once = () => undefined;

/** The same, where the gateway says that there are any. */
export function OutOfBandNotice() {
  const { answer } = useEndpoint(getRadio, NO_QUERY, once);
  return answer?.out_of_band === undefined ? null : <OutOfBand inverters={answer.out_of_band} />;
}
