/** Every reason, with the names of what its sentence has to hold. */
export const FILE_REFUSALS = {
  // The form around the file, and its way here.
  'no-form': [],
  'broken-form': [],
  'no-file': [],
  'several-files': [],
  'too-many-fields': [],
  'too-slow': [],
  /** Bytes. */
  'too-large': ['max'],
  'empty-file': [],
  // Which file of the gateway it is to replace.
  'no-file-name': [],
  'other-file-name': [],
  'only-configuration': [],
  // A configuration or pin profiles: first whether they are JSON, and where they stop being it.
  'cut-short': [],
  'no-json': [],
  'broken-json': ['line', 'column'],
  'damaged-text': [],
  'foreign-content': ['file'],
  'other-kind': ['found', 'file'],
  'newer-version': ['version', 'newest'],
  'wrong-type': ['path'],
  /** `code`, `min` and `max` as in an `ApiResult`; empty where there are none. */
  'unfit-value': ['path', 'code', 'min', 'max'],
  'too-many-items': ['path', 'max'],
  'nameless-profiles': [],
  // A firmware image.
  'no-md5': [],
  'broken-md5': [],
  'other-md5': [],
  'broken-gzip': [],
  /** Bytes. */
  'unpacked-too-large': ['max'],
  'no-image': [],
  'image-cut-short': [],
  'image-too-long': [],
  'wrong-checksum': [],
  'wrong-sha256': [],
  'no-image-version': [],
  'update-in-progress': [],
  // The gateway and its disk.
  'about-to-restart': [],
  'about-to-end': [],
  'disk-full': [],
  'disk-read-only': [],
  'not-stored': [],
  'internal-error': [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type FileRefusalName = keyof typeof FILE_REFUSALS;

/** A reason with what its sentence holds. */
export type FileRefusal<N extends FileRefusalName = FileRefusalName> = {
  [M in N]: {
    readonly name: M;
    readonly params: Readonly<Record<(typeof FILE_REFUSALS)[M][number], string>>;
  };
}[N];

type ParamsOf<N extends FileRefusalName> = FileRefusal<N>['params'];
type ParamArguments<N extends FileRefusalName> = (typeof FILE_REFUSALS)[N] extends readonly []
  ? []
  : [params: ParamsOf<N>];

/** A reason by its name; what its sentence holds has to be there. */
export function fileRefusal<N extends FileRefusalName>(name: N, ...[params]: ParamArguments<N>): FileRefusal {
  return { name, params: params ?? {} } as FileRefusal; // as the parameters of this function say
}

/** The value of the header. Only characters that a header can hold: names of files and settings come from outside. */
export function fileRefusalText({ name, params }: FileRefusal): string {
  const search = new URLSearchParams(params).toString();
  return search === '' ? name : `${name}?${search}`;
}

/** Reads the header; undefined for a reason that this version does not know, or cannot tell. */
export function readFileRefusal(header: string | null | undefined): FileRefusal | undefined {
  const [name = '', search = ''] = (header ?? '').split(/\?(.*)/, 2);
  if (!isFileRefusalName(name)) return undefined;
  const sent = new URLSearchParams(search);
  const params = FILE_REFUSALS[name].map((key) => [key, sent.get(key)] as const);
  if (params.some(([, value]) => value === null)) return undefined;
  return { name, params: Object.fromEntries(params) } as FileRefusal; // each of them is a text
}

function isFileRefusalName(name: string): name is FileRefusalName {
  return Object.hasOwn(FILE_REFUSALS, name);
}
