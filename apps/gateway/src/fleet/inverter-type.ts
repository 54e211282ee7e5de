import { INVERTER_STRING_COUNT_MAX } from '@heliograph/contract';
import { canonicalSerial, modelFamilyOf } from '@heliograph/protocol';

/** What the serial of an inverter tells about it. Source: device contract, sections 1.8 and 5.5. */
export interface InverterType {
  /** Canonical serial. */
  readonly serial: string;
  /** The models of its family; `Unknown` where no supported one claims the serial. */
  readonly type: string;
  readonly stringCount: number;
}

/** Reads the type of an inverter off its serial; of an unsupported one all four strings can be set up. */
export function inverterTypeOf(serialText: string): InverterType {
  const serial = canonicalSerial(serialText) ?? serialText;
  const family = modelFamilyOf(serial);
  return {
    serial,
    type: family?.typeText ?? 'Unknown',
    stringCount: family?.stringCount ?? INVERTER_STRING_COUNT_MAX,
  };
}
