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

/** Without control characters, and without those that turn the direction of what stands around them. */
export const PLAIN_TEXT = /^[^\p{Cc}\u202A-\u202E\u2066-\u2069]*$/u;

const NAME_MAX_LENGTH = 64;
const COUNT_MAX = 10_000;
const POWER_MAX_W = COUNT_MAX * INVERTER_MAX_W;

const count = () => z.int().check(z.minimum(0), z.maximum(COUNT_MAX));

/** Numbers that are not known are left out, and are not 0. */
const FieldsSchema = /* @__PURE__ */ z.object({
  /** What its owner calls it. */
  name: /* @__PURE__ */ z.string().check(z.maxLength(NAME_MAX_LENGTH), z.regex(PLAIN_TEXT)),
  /** Of the gateway. */
  version: /* @__PURE__ */ z.string().check(z.maxLength(32), z.regex(PLAIN_TEXT)),
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

/** No more inverters answer than there are, and together they give no more than that many can. */
const isPossible = ({
  inverters,
  reachable,
  producing,
  power = 0,
  today = 0,
}: z.infer<typeof FieldsSchema>) => {
  // One that was taken out just now may still count.
  const most = Math.max(1, inverters);
  return (
    Math.max(reachable, producing) <= inverters &&
    power >= most * INVERTER_MIN_W &&
    power <= most * INVERTER_MAX_W &&
    today <= most * INVERTER_MAX_W * 24
  );
};

export const SiteSummarySchema = /* @__PURE__ */ FieldsSchema.check(/* @__PURE__ */ z.refine(isPossible));
export type SiteSummary = z.infer<typeof SiteSummarySchema>;

/** The bytes that a summary may have; more is refused unread. */
export const SUMMARY_MAX_BYTES = 2048;
