import { countIn, listIn, objectIn, textIn, valueIn } from './untrusted-values.ts';

/** A file that a device keeps. */
export interface DeviceFile {
  readonly name: string;
  /** Undefined on older devices. */
  readonly sizeBytes: number | undefined;
}

/**
 * Reads the list of files, which is an object of `configs` before v24.11.7 and an array since; undefined where it is
 * neither. Source: docs/reference/api-generations.md#paths.
 */
export function decodeFileList(document: unknown): readonly DeviceFile[] | undefined {
  const list = listIn(document) ?? listIn(valueIn(objectIn(document), 'configs'));
  return list
    ?.map((sent) => {
      const file = objectIn(sent);
      const name = textIn(valueIn(file, 'name')) ?? '';
      return { name, sizeBytes: countIn(valueIn(file, 'size')) };
    })
    .filter(({ name }) => name !== '');
}

export function encodeFileList(
  { fileCalls }: { readonly fileCalls: boolean },
  files: readonly DeviceFile[],
): object {
  if (!fileCalls) return { configs: files.map(({ name }) => ({ name })) };
  return files.map(({ name, sizeBytes }) => ({ name, size: sizeBytes ?? 0 }));
}
