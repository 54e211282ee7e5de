import * as z from 'zod/mini';
import { MEMBER_ROLES } from './calls.ts';
import { PLAIN_TEXT, SITE_ID } from './site-summary.ts';

const name = () => z.string().check(z.trim(), z.minLength(1), z.maxLength(64), z.regex(PLAIN_TEXT));
/** Empty: as its gateway says. */
const siteName = () => z.string().check(z.trim(), z.maxLength(64), z.regex(PLAIN_TEXT));
const id = () => z.string().check(z.regex(/^[\w-]{1,48}$/));
const siteId = () => z.string().check(z.regex(SITE_ID));
const password = () => z.string().check(z.minLength(10), z.maxLength(128));
const place = () =>
  z.nullable(
    z.object({
      lat: z.number().check(z.minimum(-90), z.maximum(90)),
      lon: z.number().check(z.minimum(-180), z.maximum(180)),
    }),
  );

const schemas = () =>
  ({
    login: z.object({
      name: z.string().check(z.maxLength(64)),
      password: z.string().check(z.maxLength(128)),
    }),
    logout: z.object({}),
    setOwnPassword: z.object({ current: z.string().check(z.maxLength(128)), password: password() }),
    openShare: z.object({ secret: z.string().check(z.regex(/^[\w-]{20,64}$/)) }),
    addSite: z.object({
      id: siteId(),
      name: siteName(),
      group: z.union([id(), z.literal('')]),
    }),
    changeSite: z.object({
      ...{ id: siteId(), name: siteName(), group: z.union([id(), z.literal('')]) },
      /** Null: as its gateway says. */
      place: place(),
    }),
    renewSite: z.object({ id: siteId() }),
    removeSite: z.object({ id: siteId() }),
    addGroup: z.object({ name: name() }),
    renameGroup: z.object({ id: id(), name: name() }),
    removeGroup: z.object({ id: id() }),
    saveAccount: z.object({
      name: name(),
      /** Empty: that of an account that is there stays. */
      password: z.union([password(), z.literal('')]),
      isNew: z.boolean(),
      /** Sees and changes everything. */
      admin: z.boolean(),
      groups: z.array(z.object({ group: id(), role: z.enum(MEMBER_ROLES) })).check(z.maxLength(1000)),
    }),
    removeAccount: z.object({ name: name() }),
    addShare: z.object({
      name: name(),
      group: id(),
      /** Seconds from now: an hour up to a year. */
      validFor: z.int().check(z.minimum(3600), z.maximum(366 * 86_400)),
    }),
    endShare: z.object({ id: id() }),
  }) as const;

/** Bodies of the calls that change something, by the name of the call: pages that send none have none of it. */
export const FLEET_BODIES = /* @__PURE__ */ schemas();
export type FleetBodies = { readonly [C in keyof typeof FLEET_BODIES]: z.infer<(typeof FLEET_BODIES)[C]> };
