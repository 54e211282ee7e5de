import { IS_NIGHTLY } from '../../plan/lane.ts';
import { loadEntry } from './build-entry.ts';
import { type Guard, guard } from './guard.ts';

/** What protects the gateway from values, files and names that make no sense. */
export const INPUT_GUARDS = {
  interval: guard(
    'the range of the poll interval',
    'packages/contract/src/dtu.ts',
    'unsigned({ min: POLL_INTERVAL_MIN_S, max: POLL_INTERVAL_MAX_S,',
    'unsigned({ min: 0, max: Number.POSITIVE_INFINITY,',
  ),
  bounds: {
    name: 'the limits of length and depth',
    edits: [
      {
        file: 'apps/gateway/src/http/read-request.ts',
        find: 'byteLength(data) > (MAX_LENGTHS[name] ?? POST_DATA_MAX_LENGTH)',
        replace: 'byteLength(data) < 0',
      },
      {
        file: 'packages/contract/src/lenient-json.ts',
        find: 'if (depthLeft === 0) throw new Unreadable();',
        replace: '',
      },
    ],
  },
  lengths: {
    name: 'the limit of a text, where it is read and where it is kept',
    edits: [
      {
        file: 'apps/gateway/src/config-files/file-part.ts',
        find: 'if (bytes > maxBytes) return text.slice(0, end);',
        replace: '',
      },
      {
        file: 'apps/gateway/src/settings/sections.ts',
        find: 'byteLength(name) <= PROFILE_NAME_MAX_LENGTH',
        replace: 'true',
      },
    ],
  },
  reason: guard(
    'the check of what is JSON',
    'apps/gateway/src/config-files/read-json-file.ts',
    "throw new UnfitFileError('The file is not JSON; it may be damaged or incomplete.', refusal);",
    'return read(bytes);',
  ),
  names: guard(
    'the list of the two names',
    'apps/gateway/src/config-files/config-files.ts',
    'return name === PIN_PROFILE_FILE ? directory.read(name) : undefined;',
    'return directory.read(name);',
  ),
  escapes: guard(
    'the escapes of the log',
    'apps/gateway/src/platform/log.ts',
    'return escapeControls(isLong',
    'return (isLong',
  ),
  labels: guard(
    'the escapes of labels',
    'apps/gateway/src/system/prometheus-text.ts',
    'escapeLabel(String(value))',
    'String(value)',
  ),
} as const satisfies Readonly<Record<string, Guard>>;

/**
 * A copy of all that bad input is sent to, without this guard. The short form shares one build that has none of all the
 * guards; none of them stands in for another.
 */
export function loadWithout(missing: Guard): Promise<typeof import('./input-bench.ts')> {
  const without = IS_NIGHTLY ? [missing] : Object.values(INPUT_GUARDS);
  return loadEntry({ entry: 'safety/tools/copies/input-bench.ts', without });
}
