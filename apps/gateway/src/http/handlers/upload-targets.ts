import { BACKUP_MAX_BYTES, CONFIG_FILE, fileRefusal, MD5_FIELD } from '@heliograph/contract';
import type { ConfigFiles } from '../../config-files/config-files.ts';
import type { ReceivedBackup, WholeBackup } from '../../config-files/whole-backup.ts';
import type { Firmware } from '../../firmware/firmware.ts';
import { SLOT_BYTES } from '../../firmware/firmware-slot.ts';
import { UploadError } from '../uploads/upload-error.ts';
import {
  TooLargeError,
  type UploadOutcome,
  type UploadsOptions,
  type UploadTarget,
} from '../uploads/uploads.ts';

export interface UploadTargetOptions {
  readonly configFiles: Pick<ConfigFiles, 'restore' | 'preview'>;
  readonly firmware: Pick<Firmware, 'receive'>;
  readonly wholeBackup: Pick<WholeBackup, 'receive'>;
}

/** Where the files of uploads go; who may send them was decided before. */
export function createUploadTargets({
  configFiles,
  firmware,
  wholeBackup,
}: UploadTargetOptions): UploadsOptions['uploadTargets'] {
  const restore = configTarget(async (name, bytes) => {
    await configFiles.restore(name, bytes);
    return { kind: 'taken' };
  });
  return {
    restoreConfig: restore,
    uploadFile: restore,
    previewRestore: configTarget(async (name, bytes) => ({
      kind: 'told',
      answer: await configFiles.preview(name, bytes),
    })),
    updateFirmware: firmwareTarget(firmware),
    restoreBackup: backupTarget(wholeBackup, async (backup, withHistory) => {
      await backup.restore(withHistory);
      return { kind: 'taken' };
    }),
    previewBackup: backupTarget(wholeBackup, async (backup) => {
      const answer = await backup.preview();
      await backup.discard();
      return { kind: 'told', answer };
    }),
  };
}

/** Bytes of a configuration file; ten inverters and three long certificates are a quarter of it. */
const CONFIG_FILE_MAX_BYTES = 65_536;

/** A configuration is small, so it is held until all of it is there. */
function configTarget(use: (name: string, bytes: Uint8Array) => Promise<UploadOutcome>): UploadTarget {
  return {
    fileMaxBytes: CONFIG_FILE_MAX_BYTES,
    async stage({ file: name }, _fields, file) {
      if (name === undefined) {
        throw new UploadError(
          `The address does not name the file to restore, as in ?file=${CONFIG_FILE}.`,
          fileRefusal('no-file-name'),
        );
      }
      const pieces: Uint8Array[] = [];
      let length = 0;
      for await (const piece of file) {
        length += piece.length;
        if (length > CONFIG_FILE_MAX_BYTES) throw new TooLargeError(CONFIG_FILE_MAX_BYTES);
        pieces.push(piece);
      }
      return {
        commit: () => use(name, Buffer.concat(pieces)),
        discard: async () => undefined,
      };
    },
  };
}

/** It may be long, so it goes to the disk while it comes. */
function backupTarget(
  wholeBackup: UploadTargetOptions['wholeBackup'],
  use: (backup: ReceivedBackup, withHistory: boolean) => Promise<UploadOutcome>,
): UploadTarget {
  return {
    fileMaxBytes: BACKUP_MAX_BYTES,
    async stage({ history }, _fields, file) {
      const backup = await wholeBackup.receive(file);
      return { commit: () => use(backup, history === '1'), discard: backup.discard };
    },
  };
}

function firmwareTarget(firmware: UploadTargetOptions['firmware']): UploadTarget {
  return {
    fileMaxBytes: SLOT_BYTES,
    async stage(_query, fields, file) {
      const { commit, discard } = await firmware.receive(fields.get(MD5_FIELD), file);
      return {
        async commit() {
          await commit();
          return { kind: 'taken' };
        },
        discard,
      };
    },
  };
}
