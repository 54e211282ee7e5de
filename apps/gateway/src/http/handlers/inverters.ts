import { type Handlers, INVERTER_COUNT_MAX, type ListedInverter, result } from '@heliograph/contract';
import { inverterTypeOf } from '../../encoding/inverter-type.ts';
import {
  type InverterSlot,
  withInverterAdded,
  withInverterDeleted,
  withInverterEdited,
} from '../../settings/inverter-slots.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';

type InverterHandlers = Pick<Handlers, 'getInverterList' | 'addInverter' | 'editInverter' | 'deleteInverter'>;

/** The list of inverters. Whoever needs to know of a change has subscribed to the settings. */
export function createInverterHandlers(settings: SettingsStore): InverterHandlers {
  return {
    getInverterList: () => ({ inverter: settings.get('inverters').inverter.map(listed) }),
    async addInverter(addition) {
      let hasRoom = false;
      await settings.update('inverters', (current) => {
        const added = withInverterAdded(current.inverter, addition);
        hasRoom = added !== undefined;
        return added === undefined ? current : { inverter: added };
      });
      return hasRoom ? result('InverterAdded') : result('InverterCount', { max: INVERTER_COUNT_MAX });
    },
    async editInverter(edit) {
      await settings.update('inverters', ({ inverter }) => ({
        inverter: withInverterEdited(inverter, edit),
      }));
      const { message, ...others } = result('InverterChanged');
      return { ...others, message }; // this one answer has another order of keys on the wire
    },
    async deleteInverter({ id }) {
      await settings.update('inverters', (current) => {
        const isTaken = current.inverter.some((slot) => slot.id === id);
        // An empty slot leaves nothing to write, so it succeeds on a full disk too.
        return isTaken ? { inverter: withInverterDeleted(current.inverter, id) } : current;
      });
      return result('InverterDeleted');
    },
  };
}

function listed({ id, name, serial: serialText, channel }: InverterSlot): ListedInverter {
  const { serial, type, stringCount } = inverterTypeOf(serialText);
  const strings = Array.from(
    { length: stringCount },
    (_, index) => channel[index] ?? { name: '', max_power: 0 },
  );
  return { id, name, serial, type, channel: strings };
}
