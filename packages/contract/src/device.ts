import * as z from 'zod/mini';
import { keysPresent, lenientBoolean, lenientUnsigned, text, wireObject } from './constraints.ts';
import { isRecord } from './is-record.ts';
import { CONTRAST_MAX, PROFILE_NAME_MAX_LENGTH, PROFILE_NAME_MIN_LENGTH } from './limits.ts';

/** A missing switch is off, a missing contrast 0; more than the most is the most. Keys in the order of the wire. */
export const DisplayConfigSchema = z.pipe(
  z.transform((sent: unknown): unknown => {
    const { show_logo, power_safe, screensaver, contrast } = isRecord(sent) ? sent : {};
    return { show_logo, power_safe, screensaver, contrast };
  }),
  z.object({
    show_logo: lenientBoolean(),
    power_safe: lenientBoolean(),
    screensaver: lenientBoolean(),
    contrast: z.pipe(
      lenientUnsigned(32),
      z.transform((contrast: number) => Math.min(contrast, CONTRAST_MAX)),
    ),
  }),
);
export type DisplayConfig = z.infer<typeof DisplayConfigSchema>;

/**
 * The pin profile by its name, and the display; what is not sent stays. Pins in the answer are for reading only.
 * Source: docs/reference/original-device.md#device-settings-and-pins and #quirk-19.
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
