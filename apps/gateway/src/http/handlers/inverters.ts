import {
  type Handlers,
  INVERTER_COUNT_MAX,
  result,
  type SentInverter,
  USUAL_TREATMENT_CONFIG,
} from '@heliograph/contract';
import { canonicalSerial } from '@heliograph/domain';
import { inverterTypeOf } from '../../encoding/inverter-type.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import { INITIAL_LINK } from '../../fleet/link-statistics.ts';
import { INITIAL_STATISTICS } from '../../fleet/radio-statistics.ts';
import {
  type InverterSlot,
  ranked,
  withInverterAdded,
  withInverterDeleted,
  withInverterEdited,
  withOrder,
  withOwnOrder,
} from '../../settings/inverter-slots.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';

type InverterHandlers = Pick<
  Handlers,
  | 'getInverterList'
  | 'addInverter'
  | 'editInverter'
  | 'deleteInverter'
  | 'setInverterOrder'
  | 'resetInverterStatistics'
>;

/** The list of inverters. Whoever needs to know of a change has subscribed to the settings. */
export function createInverterHandlers(
  settings: SettingsStore,
  fleet: Pick<Fleet, 'update'>,
): InverterHandlers {
  return {
    getInverterList() {
      const slots = settings.get('inverters');
      const inOrder = ranked(slots);
      return { inverter: slots.inverter.map((slot) => listed(slot, inOrder.indexOf(slot))) };
    },
    async addInverter(addition) {
      let hasRoom = false;
      await settings.update('inverters', (current) => {
        const inverter = withInverterAdded(current.inverter, addition);
        hasRoom = inverter !== undefined;
        if (inverter === undefined) return current;
        // Its slot may lie before others; it stands behind them, now and after a restart.
        return withOrder(
          { ...current, inverter },
          ranked(current).map(({ id }) => id),
        );
      });
      return hasRoom ? result('InverterAdded') : result('InverterCount', { max: INVERTER_COUNT_MAX });
    },
    async editInverter(edit) {
      await settings.update('inverters', (current) => ({
        ...current,
        inverter: withInverterEdited(current.inverter, edit),
      }));
      const { message, ...others } = result('InverterChanged');
      return { ...others, message }; // this one answer has another order of keys on the wire
    },
    async deleteInverter({ id }) {
      await settings.update('inverters', (current) => {
        const isTaken = current.inverter.some((slot) => slot.id === id);
        // An empty slot leaves nothing to write, so it succeeds on a full disk too.
        if (!isTaken) return current;
        const inverter = withInverterDeleted(current.inverter, id);
        const { order = [] } = current;
        return {
          ...current,
          inverter,
          ...(order.includes(id) && { order: order.filter((one) => one !== id) }),
        };
      });
      return result('InverterDeleted');
    },
    async setInverterOrder({ order }) {
      await settings.update('inverters', (current) => withOrder(current, order));
      // Where the order of all sources is chosen, it is the one that counts.
      if (settings.get('plant').order.length > 0) {
        const own = ranked(settings.get('inverters')).map(({ serial }) => canonicalSerial(serial) ?? serial);
        await settings.update('plant', (plant) => ({
          ...plant,
          order: [...withOwnOrder(plant.order, [...new Set(own)])],
        }));
      }
      return result('InverterOrderSaved');
    },
    resetInverterStatistics(_, { inv = '' }) {
      fleet.update(inv, () => ({ radioStatistics: INITIAL_STATISTICS, link: INITIAL_LINK }));
      return result('InverterStatisticsReset');
    },
  };
}

function listed(slot: InverterSlot, order: number): SentInverter {
  const { id, name, channel, ...others } = slot;
  const { serial, type, stringCount } = inverterTypeOf(slot.serial);
  const strings = Array.from({ length: stringCount }, (_, index) => {
    const { name: stringName = '', max_power = 0, yield_total_offset = 0 } = channel[index] ?? {};
    return { name: stringName, max_power, yield_total_offset };
  });
  return {
    ...{ id, name, serial, type, channel: strings, order },
    ...USUAL_TREATMENT_CONFIG,
    ...told(others),
  };
}

/** What somebody has said of how to treat an inverter. */
function told({ serial: _, ...treatment }: Omit<InverterSlot, 'id' | 'name' | 'channel'>) {
  return Object.fromEntries(Object.entries(treatment).filter(([, value]) => value !== undefined));
}
