import * as z from 'zod/mini';
import { LOG_LEVEL_MAX, LOG_MODULE_COUNT_MAX } from './constants.ts';
import { lenientText, nearestInteger, wireObject } from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isRecord } from './unknown-values.ts';

/** The parts of the gateway whose lines of the log have a level of their own. */
export const LOG_MODULES = [
  ...(['gateway', 'radio', 'devices', 'http', 'mqtt', 'settings', 'history', 'time'] as const),
];

/** Of a part that has no level of its own. */
export const LOG_LEVEL_INHERITED = -1;

const LEVEL = nearestInteger({ min: 0, max: LOG_LEVEL_MAX });
const MODULE = {
  name: lenientText(),
  level: nearestInteger({ min: LOG_LEVEL_INHERITED, max: LOG_LEVEL_MAX }),
};

/** What of the log is told: 0 nothing, 1 errors, 2 warnings, 3 what happens, 4 and 5 ever more; each is told with the ones before it. */
export const LogLevelsSchema = z.object({
  default: LEVEL,
  modules: z.array(z.object(MODULE)).check(z.maxLength(LOG_MODULE_COUNT_MAX)),
});
export type LogLevels = z.infer<typeof LogLevelsSchema>;

/** As posted: what is not said, of all or of one part, stays. */
export const LogSettingsSchema = wireObject({
  loglevel: z.pipe(
    z.transform((sent: unknown): unknown => {
      const { default: level, modules } = isRecord(sent) ? sent : {};
      const list: readonly unknown[] = Array.isArray(modules) ? modules : [];
      return {
        ...(level !== undefined && { default: level }),
        modules: list.filter((module) => isRecord(module) && 'name' in module && 'level' in module),
      };
    }),
    z.object({ default: z.optional(LEVEL), modules: z.array(z.object(MODULE)) }),
  ),
});
export type LogSettings = z.infer<typeof LogSettingsSchema>;

/** The level of all, and that of each part; -1 is that of all. */
export interface LogConfig {
  readonly loglevel: LogLevels;
}

/** Nobody of ours reads it. */
function readLogConfig(value: unknown): LogConfig | undefined {
  const parsed = z.safeParse(LogLevelsSchema, isRecord(value) ? value.loglevel : undefined);
  return parsed.success ? { loglevel: parsed.data } : undefined;
}

/** What of the log is told. Source: docs/reference/api-for-other-programs.md#log. */
export const getLogConfig: Endpoint<LogConfig, LogConfig> = {
  method: 'GET',
  path: '/api/logging/config',
  access: 'admin',
  query: [],
  read: readLogConfig,
};

/** Says what of the log is told, from the next line on. */
export const setLogConfig: Endpoint<ApiResult, ReceivedApiResult, LogSettings> = {
  method: 'POST',
  path: '/api/logging/config',
  access: 'admin',
  query: [],
  read: readApiResult,
};
