import type { ScenarioName } from '@heliograph/simulator/scenarios';

/** What a page is brought to before its picture is taken. */
export type Moment =
  | 'menu open'
  | 'login without entries'
  | 'login refused'
  | 'link lost'
  | 'limit'
  | 'limit refused'
  | 'limit taken over'
  | 'power'
  | 'power asked again'
  | 'device info'
  | 'event log'
  | 'command pending'
  | 'inverter without entries'
  | 'inverter edited'
  | 'inverter deleted'
  | 'device added'
  | 'MQTT on'
  | 'restore chosen'
  | 'example machine'
  | 'console lines'
  | 'finding told'
  | 'sunny morning'
  | 'radio heard'
  | 'events told';

/** What a reviewer looks at: every page in every form, and the states that a page can be in. */
export interface Picture {
  readonly scenario: ScenarioName;
  readonly route: string;
  readonly file: string;
  readonly width: Width;
  readonly theme: Theme;
  readonly locale: Locale;
  readonly loggedIn: boolean;
  /** The admin's password, where it is not the default one. */
  readonly password?: string;
  /** The inverter to choose. */
  readonly tab?: string;
  readonly moment?: Moment;
  /** Only what is on the screen, not the whole page. */
  readonly screenOnly?: boolean;
  /** Only the dialog. */
  readonly dialogOnly?: boolean;
  /** The page has the clock of the machine, as the gateway has; else it is always the same moment. */
  readonly hasRealTime?: boolean;
  /** Flags of the gateway. */
  readonly flags?: readonly string[];
  /** So many days before today are made up and kept; `{yesterday}` in the route is the last of them. */
  readonly pastDays?: number;
  /** The gateway is in recovery mode. */
  readonly isDamaged?: boolean;
  /** Of the page of many plants, with so many sites; the scenario means nothing then. */
  readonly fleetOf?: number;
}

export type Width = 390 | 820 | 1280 | 1440;
export type Theme = 'light' | 'dark';
export type Locale = 'en' | 'de' | 'fr';
