import * as z from 'zod/mini';

/**
 * What a gateway tells the broker of its plant, for a fleet page (docs/reference/fleet-messages.md). It is sent to the base topic of
 * MQTT and `site`, such as `sites/barn/site`: at each change, once a second at most, and every five seconds without one. The broker
 * does not keep it, so what arrives is news.
 */

/** The last level of the topic. */
export const SUMMARY_TOPIC = 'site';

/** The base topic of a site is this, its id and a slash. */
export const SITES_TOPIC = 'sites/';

/** What a site may be called at the broker, in its address on the page and as a tag of its series. */
export const SITE_ID = /^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/;

/** Seconds without a summary after which a site counts as silent: two may be lost. */
export const SILENT_AFTER_S = 12;
/** Seconds from one summary to the next, where nothing changes. */
export const SUMMARY_EVERY_S = 5;

/** More than any micro-inverter gives, and more than one takes by night. */
export const INVERTER_MAX_W = 5000;
export const INVERTER_MIN_W = -100;

const NAME_MAX_LENGTH = 64;
const COUNT_MAX = 10_000;
const POWER_MAX_W = COUNT_MAX * INVERTER_MAX_W;

const count = () => z.int().check(z.minimum(0), z.maximum(COUNT_MAX));
const text = (max: number) => z.string().check(z.maxLength(max));

/** Numbers that are not known are left out, and are not 0. */
export const SiteSummarySchema = /* @__PURE__ */ z.object({
  /** What its owner calls it. */
  name: /* @__PURE__ */ text(NAME_MAX_LENGTH),
  /** Of the gateway. */
  version: /* @__PURE__ */ text(32),
  /** Unix seconds by the clock of the gateway; not there: that is not set. */
  at: z.optional(/* @__PURE__ */ z.int().check(z.minimum(0), z.maximum(99_999_999_999))),
  /** W, AC, of all inverters that answer. */
  power: z.optional(/* @__PURE__ */ z.number().check(z.minimum(-POWER_MAX_W), z.maximum(POWER_MAX_W))),
  /** Wh since midnight there. */
  today: z.optional(/* @__PURE__ */ z.number().check(z.minimum(0), z.maximum(POWER_MAX_W * 24))),
  /** Whether the sun is up there. */
  day: /* @__PURE__ */ z.boolean(),
  inverters: /* @__PURE__ */ count(),
  /** How many of these answer. */
  reachable: /* @__PURE__ */ count(),
  /** How many of these give power. */
  producing: /* @__PURE__ */ count(),
  /** Weak strings that were found and not settled. */
  findings: /* @__PURE__ */ count(),
  /** Alerts that are open. */
  alerts: /* @__PURE__ */ count(),
  /** The address of the pages of the gateway, where it knows one. */
  url: z.optional(/* @__PURE__ */ z.string().check(z.maxLength(200), z.regex(/^https?:\/\/[^\s"'<>\\]+$/u))),
  /** Degrees, rounded to hundredths, which is about a kilometre; only where the owner has set a place. */
  place: z.optional(
    /* @__PURE__ */ z.object({
      lat: /* @__PURE__ */ z.number().check(z.minimum(-90), z.maximum(90)),
      lon: /* @__PURE__ */ z.number().check(z.minimum(-180), z.maximum(180)),
    }),
  ),
});
export type SiteSummary = z.infer<typeof SiteSummarySchema>;

/** The bytes that a summary may have; more is refused unread. */
export const SUMMARY_MAX_BYTES = 2048;
