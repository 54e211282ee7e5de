/** Something that an inverter has written into its own log. */
export interface InverterEvent {
  /** What happened, see `eventMessage`. */
  readonly code: number;
  /** Seconds of the inverter's (UTC) day, or of a local one; not wrapped, so it can be negative or beyond 86400. */
  readonly startS: number;
  /** As `startS`; 0 while the event is going on. */
  readonly endS: number;
}
