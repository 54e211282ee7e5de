/** How a fleet page is started. */
export interface FleetOptions {
  readonly host: string;
  readonly port: number;
  /** Proxies whose `x-forwarded-*` headers are believed. */
  readonly trustedProxies: readonly string[];
  readonly brokers: readonly URL[];
  readonly database: string;
  readonly timeseries: TimeseriesAddresses;
  readonly limits: SeriesLimits;
  readonly logLevel: string;
}
/** Where readings are written and asked for: one address for a single VictoriaMetrics, two for a cluster. */
export interface TimeseriesAddresses {
  /** `/write` is put behind it. */
  readonly write: URL;
  /** `/api/v1/query_range` is put behind it. */
  readonly read: URL;
}
/** What one site may have. */
export interface SeriesLimits {
  readonly inverters: number;
  readonly strings: number;
}
export type FleetCommand =
  | {
      readonly kind: 'help';
    }
  | {
      readonly kind: 'serve';
      readonly options: FleetOptions;
    }
  | {
      readonly kind: 'add-admin';
      readonly database: string;
      readonly name: string;
      readonly logLevel: string;
    }
  | {
      readonly kind: 'broker-users';
      readonly database: string;
      readonly file: string;
      readonly watch: boolean;
      /** The first broker's address: the fleet page's own user is in it. */
      readonly broker: URL | undefined;
      readonly logLevel: string;
    };
/** Why it cannot start, as a sentence for whoever starts it. */
export declare class OptionsError extends Error {}
export interface OptionsInput {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly readTextFile: (path: string) => string;
}
/** Reads what stands behind `fleet`. Flags come before variables, and a variable before a file. */
export declare function readCommand({ args, environment, readTextFile }: OptionsInput): FleetCommand;
export declare const HELP: string;
