import {
  ACCOUNT_COUNT_MAX,
  type AlertSettings,
  AlertSettingsSchema,
  byteLength,
  type DeviceLight,
  DeviceLightSchema,
  type DisplayConfig,
  type DtuConfig,
  DtuConfigSchema,
  type FieldFailure,
  fieldFailures,
  type HistorySettings,
  HistorySettingsSchema,
  INVERTER_COUNT_MAX,
  InverterSlotSchema,
  LIGHT_COUNT_MAX,
  type LimitSettings,
  LimitSettingsSchema,
  type LogLevels,
  LogLevelsSchema,
  type MeterConfig,
  MeterConfigSchema,
  type ModbusSettings,
  ModbusSettingsSchema,
  type MqttConfig,
  MqttConfigSchema,
  MqttUpdateSchema,
  type NetworkConfig,
  NetworkConfigSchema,
  type NewerDisplay,
  type NtpConfig,
  NtpConfigSchema,
  PASSKEY_COUNT_MAX,
  PlantSchema,
  type PlantSettings,
  PROFILE_NAME_MAX_LENGTH,
  PROGRAM_TOKEN_COUNT_MAX,
  type RadioSettings,
  RadioSettingsSchema,
  ROLES,
  type Role,
  type RuleSettings,
  RuleSettingsSchema,
  SHARE_COUNT_MAX,
  SHARE_SCOPES,
  type ShareScope,
  type SignInSettings,
  SignInSettingsSchema,
  SOURCE_COUNT_MAX,
  SOURCE_INVERTER_COUNT_MAX,
  type SourceConfig,
  SourceConfigSchema,
  type SourceInverterNames,
  SourceInverterNamesSchema,
  StoredDisplaySchema,
  type TimeseriesSettings,
  TimeseriesSettingsSchema,
} from '@heliograph/contract';
import * as z from 'zod/mini';
import type { InverterSettings, InverterSlot } from './inverter-slots.ts';
import { isPasswordHash } from './password-hash.ts';

/**
 * Security as kept on disk: the one place where disk differs from the wire. The password is a hash, and whether it
 * is the default one was noted when it was set, while its text was known.
 */
export interface StoredSecurity {
  readonly password_hash: string;
  readonly default_password: boolean;
  readonly allow_readonly: boolean;
}

/** An account beside `admin`. */
export interface StoredAccount {
  readonly name: string;
  readonly role: Role;
  /** Empty: it has no password, and nobody gets in. */
  readonly password_hash: string;
}

/** The token of a program, of which nobody can read here what it is. */
export interface StoredToken {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Of its text: SHA-256, in base64url. */
  readonly digest: string;
  /** Unix seconds; 0: the clock was not set. */
  readonly made_at: number;
}

/** A link that shares pages, of which nobody can read here what it is. */
export interface StoredShare {
  readonly id: string;
  readonly name: string;
  readonly page: ShareScope;
  /** Of what the browser keeps of its secret: SHA-256, in base64url. */
  readonly digest: string;
  /** Unix seconds. */
  readonly made_at: number;
  readonly expires_at: number;
}

/** A passkey of an account. What is kept of it lets nobody in: the key that signs never leaves the device that made it. */
export interface StoredPasskey {
  readonly id: string;
  /** The name of the account. */
  readonly user: string;
  readonly name: string;
  /** The name of the gateway that it is good for. */
  readonly host: string;
  /** The id that its authenticator gave it, in base64url. */
  readonly credential: string;
  /** As COSE has it, in base64url. */
  readonly public_key: string;
  /** By which it tells whose it is: random, in base64url, and the same for all of one account. */
  readonly handle: string;
  /** How often it had signed when it was made; 0: it does not count. */
  readonly counter: number;
  /** Unix seconds; 0: the clock was not set. */
  readonly made_at: number;
}

export interface PasskeysSection {
  readonly passkey: readonly StoredPasskey[];
}

export interface AccountsSection {
  readonly user: readonly StoredAccount[];
  readonly token: readonly StoredToken[];
  readonly share: readonly StoredShare[];
}

const StoredSecuritySchema = z.object({
  password_hash: z.string().check(z.refine(isPasswordHash)),
  default_password: z.boolean(),
  allow_readonly: z.boolean(),
});

const StoredAccountSchema = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  password_hash: z.string().check(z.refine((hash) => hash === '' || isPasswordHash(hash))),
});

const StoredTokenSchema = z.object({
  ...{ id: z.string(), name: z.string(), role: z.enum(ROLES) },
  digest: z.string().check(z.regex(/^[\w-]{43}$/)),
  made_at: z.number(),
});

const StoredShareSchema = z.object({
  ...{ id: z.string(), name: z.string(), page: z.enum(SHARE_SCOPES) },
  digest: z.string().check(z.regex(/^[\w-]{43}$/)),
  ...{ made_at: z.number(), expires_at: z.number() },
});

const AccountsSectionSchema = z.object({
  user: z.array(StoredAccountSchema).check(
    z.maxLength(ACCOUNT_COUNT_MAX),
    z.refine((users) => areOthers(users.map(({ name }) => name.toLowerCase()))),
  ),
  token: z.array(StoredTokenSchema).check(
    z.maxLength(PROGRAM_TOKEN_COUNT_MAX),
    z.refine((tokens) => areOthers(tokens.map(({ id }) => id))),
  ),
  share: z.array(StoredShareSchema).check(
    z.maxLength(SHARE_COUNT_MAX),
    z.refine((shares) => areOthers(shares.map(({ id }) => id))),
  ),
});

const PasskeysSectionSchema = z.object({
  passkey: z
    .array(
      z.object({
        ...{ id: z.string(), user: z.string(), name: z.string(), host: z.string() },
        credential: z.string().check(z.regex(/^[\w-]{1,1364}$/)),
        public_key: z.string().check(z.regex(/^[\w-]{1,4096}$/)),
        handle: z.string().check(z.regex(/^[\w-]{1,128}$/)),
        ...{ counter: z.int().check(z.minimum(0)), made_at: z.number() },
      }),
    )
    .check(
      z.maxLength((ACCOUNT_COUNT_MAX + 1) * PASSKEY_COUNT_MAX),
      z.refine((passkeys) => areOthers(passkeys.map(({ id }) => id))),
      z.refine((passkeys) => areOthers(passkeys.map(({ credential }) => credential))),
    ),
});

const areOthers = (keys: readonly string[]) => new Set(keys).size === keys.length;

const InverterSettingsSchema = z.object({
  inverter: z.array(InverterSlotSchema).check(
    z.maxLength(INVERTER_COUNT_MAX),
    z.refine((slots) => hasOneInverterPerSlot(slots)),
  ),
  order: z.optional(z.array(z.int().check(z.minimum(0))).check(z.maxLength(INVERTER_COUNT_MAX))),
});

function hasOneInverterPerSlot(slots: readonly InverterSlot[]): boolean {
  return new Set(slots.map(({ id }) => id)).size === slots.length;
}

/** The chosen pin profile (empty: never chosen), the display and the lights, and what of the log is told. */
export interface DeviceSection {
  readonly profile: string;
  readonly display: DisplayConfig & NewerDisplay;
  readonly led: readonly DeviceLight[];
  readonly log: LogLevels;
}

const DeviceSectionSchema = z.object({
  profile: z
    .string()
    .check(z.refine((name) => __WITHOUT__.textLimits || byteLength(name) <= PROFILE_NAME_MAX_LENGTH)),
  display: StoredDisplaySchema,
  led: z.array(DeviceLightSchema).check(z.length(LIGHT_COUNT_MAX)),
  log: LogLevelsSchema,
});

/** What nobody can save is not believed of the disk either. */
const MqttSectionSchema = MqttConfigSchema.check(
  z.refine((config) => z.safeParse(MqttUpdateSchema, config).success),
);

/** The devices that bring inverters, in the order in which they were added; an inverter of two belongs to the first. */
export interface SourcesSection {
  readonly source: readonly SourceConfig[];
  /** Of inverters of devices, what their owner calls otherwise than the device does. */
  readonly inverter: readonly SourceInverterNames[];
  /** The poll intervals of devices that are on the air together are kept apart. */
  readonly stagger_polls: boolean;
}

const SourcesSectionSchema = z.object({
  source: z.array(SourceConfigSchema).check(
    z.maxLength(SOURCE_COUNT_MAX),
    z.refine((sources) => new Set(sources.map(({ id }) => id)).size === sources.length),
  ),
  inverter: z.array(SourceInverterNamesSchema).check(z.maxLength(SOURCE_INVERTER_COUNT_MAX)),
  stagger_polls: z.boolean(),
});

/** Everything that is remembered, one section for each concern. */
export interface Sections {
  readonly security: StoredSecurity;
  /** Who may log in beside the admin, and which programs may call. */
  readonly accounts: AccountsSection;
  readonly dtu: DtuConfig;
  readonly ntp: NtpConfig;
  readonly inverters: InverterSettings;
  readonly network: NetworkConfig;
  readonly device: DeviceSection;
  readonly mqtt: MqttConfig;
  readonly sources: SourcesSection;
  readonly history: HistorySettings;
  /** Where the modules lie, and the order of the inverters. */
  readonly plant: PlantSettings;
  /** Groups of inverters with their caps, and the schedule. */
  readonly limits: LimitSettings;
  /** The rule by the meter of the house. */
  readonly rule: RuleSettings;
  /** How the power meter of the house is read. */
  readonly meter: MeterConfig;
  /** The plant over Modbus TCP. */
  readonly modbus: ModbusSettings;
  /** What the gateway tells its owner by itself, and by which way. */
  readonly alerts: AlertSettings;
  /** How the gateway's own radio hops. */
  readonly radio: RadioSettings;
  /** Keys by which people log in without a password. */
  readonly passkeys: PasskeysSection;
  /** Who is known by the word of a proxy. */
  readonly signin: SignInSettings;
  /** The time-series database that gets everything that is measured. */
  readonly timeseries: TimeseriesSettings;
}

export type SectionName = keyof Sections;

interface SectionSchema<Body> {
  /** Reads a body from disk or from a caller; undefined when it is not one. */
  readonly read: (value: unknown) => Body | undefined;
  /** Why its fields are not taken. */
  readonly failures: (value: unknown) => readonly FieldFailure[];
}

function section<Body>(schema: z.ZodMiniType<Body>): SectionSchema<Body> {
  return {
    read: (value) => {
      const parsed = z.safeParse(__WITHOUT__.diskSchemas ? z.custom<Body>() : schema, value);
      return parsed.success ? parsed.data : undefined;
    },
    failures: (value) => fieldFailures(schema, value),
  };
}

/** How each section is read. Apart from security it is the schema of the wire. */
export const SECTION_SCHEMAS: { readonly [S in SectionName]: SectionSchema<Sections[S]> } = {
  security: section(StoredSecuritySchema),
  dtu: section(DtuConfigSchema),
  ntp: section(NtpConfigSchema),
  inverters: section(InverterSettingsSchema),
  network: section(NetworkConfigSchema),
  device: section(DeviceSectionSchema),
  mqtt: section(MqttSectionSchema),
  sources: section(SourcesSectionSchema),
  history: section(HistorySettingsSchema),
  plant: section(PlantSchema),
  limits: section(LimitSettingsSchema),
  rule: section(RuleSettingsSchema),
  meter: section(MeterConfigSchema),
  modbus: section(ModbusSettingsSchema),
  alerts: section(AlertSettingsSchema),
  accounts: section(AccountsSectionSchema),
  radio: section(RadioSettingsSchema),
  passkeys: section(PasskeysSectionSchema),
  signin: section(SignInSettingsSchema),
  timeseries: section(TimeseriesSettingsSchema),
};

export const SECTION_NAMES = Object.keys(SECTION_SCHEMAS) as readonly SectionName[];

/** All sections, each as `bodyOf` gives it. */
export function sectionsFrom(bodyOf: <S extends SectionName>(section: S) => Sections[S]): Sections {
  return {
    security: bodyOf('security'),
    dtu: bodyOf('dtu'),
    ntp: bodyOf('ntp'),
    inverters: bodyOf('inverters'),
    network: bodyOf('network'),
    device: bodyOf('device'),
    mqtt: bodyOf('mqtt'),
    sources: bodyOf('sources'),
    history: bodyOf('history'),
    plant: bodyOf('plant'),
    limits: bodyOf('limits'),
    rule: bodyOf('rule'),
    meter: bodyOf('meter'),
    modbus: bodyOf('modbus'),
    alerts: bodyOf('alerts'),
    accounts: bodyOf('accounts'),
    radio: bodyOf('radio'),
    passkeys: bodyOf('passkeys'),
    signin: bodyOf('signin'),
    timeseries: bodyOf('timeseries'),
  };
}
