import * as z from 'zod/mini';
import { keysPresent, lenientBoolean, lenientUnsigned, text, wireObject } from './constraints.ts';
import { isRecord } from './is-record.ts';
import { CONTRAST_MAX, PROFILE_NAME_MAX_LENGTH, PROFILE_NAME_MIN_LENGTH } from './limits.ts';

/** A missing switch is off, a missing contrast 0; more than the most is the most. */
export const DisplayConfigSchema = z.pipe(
  z.transform((sent: unknown): unknown => {
    const { power_safe, screensaver, show_logo, contrast } = isRecord(sent) ? sent : {};
    return { power_safe, screensaver, show_logo, contrast };
  }),
  z.object({
    power_safe: lenientBoolean(),
    screensaver: lenientBoolean(),
    show_logo: lenientBoolean(),
    contrast: z.pipe(
      lenientUnsigned(32),
      z.transform((contrast: number) => Math.min(contrast, CONTRAST_MAX)),
    ),
  }),
);
export type DisplayConfig = z.infer<typeof DisplayConfigSchema>;

/**
 * The pin profile by its name, and the display; what is not sent stays. Pins in the answer are for reading only.
 * Source: device contract, section 1.15; quirk 19.
 */
export const DeviceConfigSchema = z.pipe(
  keysPresent((has) => has('curPin') || has('display')),
  z.object({
    curPin: z.optional(
      wireObject({
        name: text({
          min: PROFILE_NAME_MIN_LENGTH,
          max: PROFILE_NAME_MAX_LENGTH,
          fail: 'ProfileNameLength',
        }),
      }),
    ),
    display: z.optional(DisplayConfigSchema),
  }),
);
export type DeviceConfig = z.infer<typeof DeviceConfigSchema>;
