import type { Pin, Wiring } from './chip-pins.ts';

/** What a sentence about a fault names: which device and pins are meant, and what else is known. */
export interface FaultFacts {
  readonly spi: string;
  /** Such as `GPIO 25` or `/dev/gpiochip4:25`; empty where the pin is not connected. */
  readonly ce: string;
  readonly irq: string;
  readonly detail: string;
}

/** Longer than any name that the system has; what a thread died of may be longer. */
const DETAIL_MAX = 200;

export function faultFacts({ spi, ce, irq }: Wiring, detail = ''): FaultFacts {
  return { spi: spi ?? '', ce: pinName(ce), irq: pinName(irq), detail: inOneLine(detail) };
}

function pinName(pin: Pin | undefined): string {
  if (pin === undefined) return '';
  return pin.device === undefined ? `GPIO ${pin.line}` : `${pin.device}:${pin.line}`;
}

/** Programs give their pins any name that they like. */
function inOneLine(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.length <= DETAIL_MAX ? line : `${line.slice(0, DETAIL_MAX - 1).trimEnd()}…`;
}
