import { INVERTER_STRING_COUNT_MAX, inverterFamilyOf, UNKNOWN_INVERTER_TYPE } from '@heliograph/contract';
import { canonicalSerial } from '@heliograph/domain';

/**
 * What the serial of an inverter tells about it. Source: docs/reference/original-device.md#inverter-settings and
 * #serial-numbers.
 */
export interface InverterType {
  /** Canonical serial. */
  readonly serial: string;
  /** The models of its family; `Unknown` where no supported one claims the serial. */
  readonly type: string;
  /** How many strings can be set up. */
  readonly stringCount: number;
}

/** Reads the type of an inverter off its serial; of an unsupported one all four strings can be set up. */
export function inverterTypeOf(serialText: string): InverterType {
  const serial = canonicalSerial(serialText) ?? serialText;
  const family = inverterFamilyOf(serial);
  return {
    serial,
    type: family?.type ?? UNKNOWN_INVERTER_TYPE,
    stringCount: family?.stringCount ?? INVERTER_STRING_COUNT_MAX,
  };
}
