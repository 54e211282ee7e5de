import {
  getHistory,
  getLiveData,
  getPlant,
  type HistoryPlace,
  type ReceivedApiResult,
} from '@heliograph/contract';
import { useState } from 'react';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { useOutcomeNotice } from '../../shared/form/outcome-notice.tsx';
import { GoneInverters } from './gone-inverters.tsx';
import { InverterOrder } from './inverter-order.tsx';

const NO_QUERY = {};

/**
 * What concerns the inverters of all sources: the order in which they are listed, and those that are gone. Each is there only
 * where there is something to choose.
 */
export function PlantCards() {
  const live = useEndpoint(getLiveData, NO_QUERY);
  const plant = useEndpoint(getPlant, NO_QUERY);
  const history = useEndpoint(getHistory, NO_QUERY);
  const [outcome, setOutcome] = useState<ReceivedApiResult>();
  useOutcomeNotice({ outcome, onDismiss: () => setOutcome(undefined) });

  function done(answer: ReceivedApiResult): void {
    setOutcome(answer);
    for (const { reload } of [live, plant, history]) reload();
  }

  const inverters = live.answer?.inverters ?? [];
  const gone = (history.answer?.places ?? []).filter((place: HistoryPlace) => !place.present);
  return (
    <>
      {inverters.length > 1 && plant.answer !== undefined && (
        <InverterOrder
          key={inverters.map(({ serial }) => serial).join()}
          inverters={inverters}
          onDone={done}
        />
      )}
      {gone.length > 0 && inverters.length > 0 && (
        <GoneInverters places={gone} inverters={inverters} onDone={done} />
      )}
    </>
  );
}
