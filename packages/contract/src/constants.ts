/**
 * Every limit and constant of the product, named with its unit. Lengths count bytes of UTF-8. Source:
 * docs/specification-check.md#5-validation-rules, #9-business-constants-and-limits and
 * docs/reference/original-device.md#limits-of-values. Where the two differ the specification's number rules and the
 * original device's smaller one stands in the comment.
 */

// Fleet
export const INVERTER_COUNT_MAX = 10;
/** Up to so many inverters the pages take all that is known of each; of more of them a summary, and all of the one shown. */
export const WHOLE_INVERTERS_MAX = 10;
export const INVERTER_NAME_MIN_LENGTH = 1;
export const INVERTER_NAME_MAX_LENGTH = 31;
export const INVERTER_STRING_COUNT_MIN = 1;
export const INVERTER_STRING_COUNT_MAX = 4;
/** Of families that the original of 2023 does not know. */
export const INVERTER_STRING_COUNT_LARGE_MAX = 6;
export const STRING_NAME_MAX_LENGTH = 31; // the original stores 30 safely
export const STRING_MAX_POWER_MIN_W = 0;
export const STRING_MAX_POWER_MAX_W = 65535;
/** How many polls in a row may fail before an inverter counts as out of reach; as on the newest original devices. */
export const REACHABLE_THRESHOLD_MIN = 1;
export const REACHABLE_THRESHOLD_MAX = 100;

// Limit command
export const LIMIT_VALUE_MIN = 1;
export const LIMIT_VALUE_MAX = 1500;
/** Of an inverter that can do more than that; newer devices take it. Source: docs/reference/api-generations.md#limit-and-power-orders. */
export const LIMIT_VALUE_LARGE_MAX = 2250;
export const LIMIT_RELATIVE_MIN_PERCENT = 2;
export const LIMIT_RELATIVE_MAX_PERCENT = 100;
export const LIMIT_ABSOLUTE_MIN_W = 10;
export const LIMIT_ABSOLUTE_FALLBACK_MAX_W = 1500;
/** An absolute limit shows in the current value only after about this long. */
export const LIMIT_REREAD_AFTER_COMMAND_S = 240;
export const LIMIT_REREAD_AFTER_READ_S = 120;

// DTU
export const DTU_SERIAL_MIN = 1;
export const DTU_SERIAL_MAX = 199_999_999_999;
export const POLL_INTERVAL_MIN_S = 1;
export const POLL_INTERVAL_MAX_S = 86_400;
export const PA_LEVEL_MIN = 0;
export const PA_LEVEL_MAX = 3;
/** Transmit power of PA levels 0 to 3 (Min, Low, High, Max). */
export const PA_LEVEL_DBM = [-18, -12, -6, 0] as const;

// Security
export const ADMIN_USER_NAME = 'admin';
export const DEFAULT_ADMIN_PASSWORD = 'openDTU42';
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 64;
/** Beside `admin`. */
export const ACCOUNT_COUNT_MAX = 32;
/** Characters. */
export const ACCOUNT_NAME_MAX_LENGTH = 32;
export const PROGRAM_TOKEN_COUNT_MAX = 32;
export const TOKEN_NAME_MAX_LENGTH = 64;
/** Of one account. */
export const PASSKEY_COUNT_MAX = 10;
export const PASSKEY_NAME_MAX_LENGTH = 64;
export const SHARE_COUNT_MAX = 32;
export const SHARE_NAME_MAX_LENGTH = 64;
/** How long a link that shares pages can be good, in seconds: a minute, and a year with a day to spare. */
export const SHARE_VALID_MIN_S = 60;
export const SHARE_VALID_MAX_S = 366 * 86_400;
export const PROXY_COUNT_MAX = 16;
export const SIGN_IN_TEXT_MAX_LENGTH = 64;
export const OPENID_TEXT_MAX_LENGTH = 256;
export const OPENID_GROUP_COUNT_MAX = 16;
/** Stands for a secret in answers; posted back it means "keep the value". */
export const SECRET_PLACEHOLDER = '••••••••';

// Network
export const SSID_MAX_LENGTH = 32; // the original: 31
export const NETWORK_PASSWORD_MAX_LENGTH = 64; // the original: 63
export const HOSTNAME_MIN_LENGTH = 1;
export const HOSTNAME_MAX_LENGTH = 32; // the original: 31

// Time
export const NTP_SERVER_MIN_LENGTH = 1;
export const NTP_SERVER_MAX_LENGTH = 32; // the original: 31
export const TIMEZONE_MIN_LENGTH = 1;
export const TIMEZONE_MAX_LENGTH = 50;
export const YEAR_MIN = 2022;
export const YEAR_MAX = 2100;
export const MONTH_MIN = 1;
export const MONTH_MAX = 12;
export const DAY_MIN = 1;
export const DAY_MAX = 31;
export const HOUR_MIN = 0;
export const HOUR_MAX = 23;
export const MINUTE_MIN = 0;
export const MINUTE_MAX = 59;
export const SECOND_MIN = 0;
export const SECOND_MAX = 59;
/** Of the place of the plant, degrees (WGS84): north and east are positive. */
export const LATITUDE_MIN_DEG = -90;
export const LATITUDE_MAX_DEG = 90;
export const LONGITUDE_MIN_DEG = -180;
export const LONGITUDE_MAX_DEG = 180;
/** The clock counts as set when its local year is above this. Source: docs/reference/original-device.md#time. */
export const CLOCK_NOT_SET_UP_TO_YEAR = 2016;
/** The clock is expected to be synchronised within this time after start. */
export const CLOCK_SYNC_EXPECTED_WITHIN_S = 60;

// MQTT
export const MQTT_HOSTNAME_MAX_LENGTH = 128;
export const MQTT_PORT_MIN = 1;
export const MQTT_PORT_MAX = 65_535;
export const MQTT_USERNAME_MAX_LENGTH = 64;
export const MQTT_PASSWORD_MAX_LENGTH = 64;
export const MQTT_TOPIC_MAX_LENGTH = 32;
/** Also of the certificate and the key that the gateway logs in with. */
export const MQTT_ROOT_CA_MAX_LENGTH = 2560;
export const MQTT_CLIENT_ID_MAX_LENGTH = 64;
export const MQTT_LWT_QOS_MAX = 2;
export const MQTT_LWT_VALUE_MAX_LENGTH = 20;
export const MQTT_PUBLISH_INTERVAL_MIN_S = 5;
export const MQTT_PUBLISH_INTERVAL_MAX_S = 86_400; // the original: 65535

// Log, as on the newest original devices
export const LOG_LEVEL_MAX = 5;
export const LOG_MODULE_COUNT_MAX = 16;

// Device
export const PROFILE_NAME_MIN_LENGTH = 1;
export const PROFILE_NAME_MAX_LENGTH = 63;
export const CONTRAST_MIN = 0;
export const CONTRAST_MAX = 100;
/** Lights of newer original devices, in %. */
export const LIGHT_BRIGHTNESS_MAX = 100;
export const LIGHT_COUNT_MAX = 2;
/** Time span of the diagram of their displays. */
export const DIAGRAM_SECONDS_MAX = 4_294_967_295;

// Wire
export const POST_DATA_MAX_LENGTH = 1024;
export const POST_DATA_LARGE_MAX_LENGTH = 3072;
/**
 * The original's 3072 has no room for the longest certificate that it allows
 * (docs/reference/original-device.md#quirk-1); since then there have been two more of that length.
 */
export const POST_DATA_MQTT_MAX_LENGTH = 10_240;
/** Where the modules of a large plant lie, all at once. */
export const POST_DATA_PLANT_MAX_LENGTH = 61_440;
/** The parser's nesting limit. Source: docs/reference/original-device.md#json-that-the-device-takes. */
export const JSON_NESTING_MAX = 10;

// Live data
export const DATA_AGE_ABSOLUTE_ABOVE_S = 300;
export const LIVE_PUSH_MIN_INTERVAL_MS = 1000;
export const LIVE_PUSH_MAX_INTERVAL_MS = 10_000;

// Firmware
/** A file is hashed in pieces of this size. Source: docs/reference/original-device.md#firmware. */
export const FIRMWARE_MD5_CHUNK_BYTES = 2_097_152;

// Sources: devices that the gateway asks over their own API. Lengths as on the devices, and RFC 1035, section 2.3.4.
export const SOURCE_COUNT_MAX = 32;
/** Whose names are kept. */
export const SOURCE_INVERTER_COUNT_MAX = 1000;
export const SOURCE_STRING_COUNT_MAX = 6;
export const SOURCE_NAME_MAX_LENGTH = 32;
export const SOURCE_HOST_MAX_LENGTH = 253;
export const SOURCE_PORT_MIN = 1;
export const SOURCE_PORT_MAX = 65_535;
export const SOURCE_PATH_MAX_LENGTH = 128;
export const SOURCE_USER_MAX_LENGTH = 64;
export const SOURCE_PASSWORD_MAX_LENGTH = 64;

/** Days for which every reading is kept. */
export const HISTORY_RAW_DAYS_MIN = 1;
export const HISTORY_RAW_DAYS_MAX = 60;
/** Days for which every minute is kept. */
export const HISTORY_MINUTE_DAYS_MIN = 7;
export const HISTORY_MINUTE_DAYS_MAX = 3660;
/** A memory card wears out by many writes; what was not written is lost with a power cut. */
export const HISTORY_WRITE_INTERVAL_MIN_S = 10;
export const HISTORY_WRITE_INTERVAL_MAX_S = 900;
/** Days in one call; a longer import makes several. */
export const HISTORY_IMPORT_DAYS_MAX = 80;
/** A thousand large plants on a sunny day; whoever has more has typed too much. */
export const HISTORY_IMPORT_WH_MAX = 2_000_000_000;
/** Of a kWh; there are currencies in which it costs thousands. */
/** A CSV file of 15 years by the hour is smaller; a longer one would hold up the page that reads it. */
export const ENERGY_CSV_BYTES_MAX = 4_194_304;
export const HISTORY_PRICE_MAX = 100_000;

// The plant as it is drawn. Its sides are those of a field of modules that nobody has.
export const PLANT_GROUP_COUNT_MAX = 24;
export const PLANT_GROUP_ID_MAX_LENGTH = 16;
export const PLANT_GROUP_NAME_MAX_LENGTH = 32;
/** Degrees from north, clockwise: 90 is east. */
export const PLANT_AZIMUTH_MIN_DEG = 0;
export const PLANT_AZIMUTH_MAX_DEG = 359;
/** 0 lies flat, 90 hangs on a wall. */
export const PLANT_TILT_MIN_DEG = 0;
export const PLANT_TILT_MAX_DEG = 90;
export const PLANT_MODULE_COUNT_MAX = 600;
export const PLANT_STRING_MIN = 1;
export const PLANT_STRING_MAX = 6;
export const PLANT_COLUMN_MAX = 199;
export const PLANT_ROW_MAX = 199;
/** Of inverters that are there, and of those that were and may come back. */
export const PLANT_ORDER_COUNT_MAX = 500;

// Limits that the gateway keeps up
export const LIMIT_GROUP_COUNT_MAX = 32;
export const LIMIT_SCHEDULE_COUNT_MAX = 64;
/** Of a group; ten times what a thousand inverters of today make together. */
export const LIMIT_CAP_MAX_W = 10_000_000;
export const LIMIT_SUN_OFFSET_MAX_MIN = 720;
export const LIMIT_CLAIM_MIN_S = 60;
/** A month; whoever wants it for longer wants it until it is changed. */
export const LIMIT_CLAIM_MAX_S = 2_678_400;
/** So much power at the meter, in either direction, may be wanted by the rule. */
export const RULE_TARGET_MAX_W = 50_000;
export const RULE_HYSTERESIS_MIN_W = 5;
export const RULE_HYSTERESIS_MAX_W = 1000;
export const RULE_MARGIN_MIN_PERCENT = 5;
export const RULE_MARGIN_MAX_PERCENT = 100;
/** For how long a program may limit a group over MQTT with one message. */
export const LIMIT_GROUP_MINUTES_MAX = 1440;
/** The meter counts as dead when its last value is older. */
export const RULE_STALE_AFTER_S = 15;
/** From then, or from the death of the gateway, until the inverters are at the safe power, at most; */
export const FAIL_SAFE_FOLLOWS_WITHIN_S = 30;
/** and so much more for each of them, as they are told one after another. */
export const FAIL_SAFE_TURN_S = 3;
// The power meter of the house.
export const METER_TEXT_MAX_LENGTH = 255;
export const METER_INTERVAL_MIN_S = 1;
export const METER_INTERVAL_MAX_S = 60;
/** Source: MODBUS over serial line 1.02, section 2.2. */
export const METER_UNIT_MIN = 1;
export const METER_UNIT_MAX = 247;
export const METER_FACTOR_MIN = 0.001;
export const METER_FACTOR_MAX = 1000;

// The plant over Modbus TCP
/** 502 is the usual one; a program without rights of its own may not listen there. */
export const MODBUS_PORT_DEFAULT = 1502;
export const MODBUS_WRITER_COUNT_MAX = 16;
export const MODBUS_HEARTBEAT_MIN_S = 10;
export const MODBUS_HEARTBEAT_MAX_S = 3600;

// Alerts
export const ALERT_CHANNEL_COUNT_MAX = 16;
export const ALERT_NAME_MAX_LENGTH = 32;
export const ALERT_ADDRESS_MAX_LENGTH = 256;
export const ALERT_USER_MAX_LENGTH = 128;
export const ALERT_SECRET_MAX_LENGTH = 256;
export const ALERT_TARGET_MAX_LENGTH = 256;
export const ALERT_TEMPLATE_MAX_LENGTH = 2048;

// Time-series databases
export const TIMESERIES_ADDRESS_MAX_LENGTH = 512;
export const TIMESERIES_SITE_MAX_LENGTH = 64;
export const TIMESERIES_USER_MAX_LENGTH = 128;
export const TIMESERIES_SECRET_MAX_LENGTH = 512;
export const TIMESERIES_INTERVAL_MIN_S = 1;
export const TIMESERIES_INTERVAL_MAX_S = 3600;
