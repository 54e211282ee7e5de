/** How the talk with an inverter went over the air, counted since whoever talks to it has started. */
export interface RadioStatistics {
  /** Questions and orders; one that had to be sent several times counts once. */
  readonly requests: number;
  /** Requests for a fragment that was missing. */
  readonly repeatedRequests: number;
  readonly answers: number;
  /** Requests to which nothing came. */
  readonly silences: number;
  /** Requests of whose answer fragments were missing until the end. */
  readonly partialAnswers: number;
  /** Answers whose check failed. */
  readonly corruptAnswers: number;
  /** Received strength in dBm; undefined where it is not told. -127: nothing was received yet. */
  readonly rssiDbm: number | undefined;
}
