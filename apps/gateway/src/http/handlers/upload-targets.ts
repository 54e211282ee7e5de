import { CONFIG_FILE, MD5_FIELD } from '@heliograph/contract';
import type { ConfigFiles } from '../../config-files/config-files.ts';
import type { Firmware } from '../../firmware/firmware.ts';
import { SLOT_BYTES } from '../../firmware/firmware-slot.ts';
import { UploadError } from '../upload-error.ts';
import { TooLargeError, type UploadsOptions, type UploadTarget } from '../uploads.ts';

export interface UploadTargetOptions {
  readonly configFiles: Pick<ConfigFiles, 'restore'>;
  readonly firmware: Pick<Firmware, 'receive'>;
}

/** Where the files of uploads go; who may send them was decided before. */
export function createUploadTargets(options: UploadTargetOptions): UploadsOptions['uploadTargets'] {
  return { restoreConfig: restoreTarget(options), updateFirmware: firmwareTarget(options) };
}

/** Bytes of a configuration file; ten inverters and three long certificates are a quarter of it. */
const CONFIG_FILE_MAX_BYTES = 65_536;

/** A configuration is small, so it is held until all of it is there. */
function restoreTarget({ configFiles }: UploadTargetOptions): UploadTarget {
  return {
    fileMaxBytes: CONFIG_FILE_MAX_BYTES,
    async stage({ file: name }, _fields, file) {
      if (name === undefined) {
        throw new UploadError(`The address does not name the file to restore, as in ?file=${CONFIG_FILE}.`);
      }
      const pieces: Uint8Array[] = [];
      let length = 0;
      for await (const piece of file) {
        length += piece.length;
        if (length > CONFIG_FILE_MAX_BYTES) throw new TooLargeError(CONFIG_FILE_MAX_BYTES);
        pieces.push(piece);
      }
      return {
        commit: () => configFiles.restore(name, Buffer.concat(pieces)),
        discard: async () => undefined,
      };
    },
  };
}

function firmwareTarget({ firmware }: UploadTargetOptions): UploadTarget {
  return {
    fileMaxBytes: SLOT_BYTES,
    stage: (_query, fields, file) => firmware.receive(fields.get(MD5_FIELD), file),
  };
}
