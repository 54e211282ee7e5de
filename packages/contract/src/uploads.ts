import { previewBackup, restoreBackup } from './backup.ts';
import { readRestoreAdjustments } from './config-files.ts';
import type { Upload } from './upload.ts';

/** Replaces the file that `file` names, by the first part of the body that is a file. */
export const restoreConfig = {
  method: 'POST',
  path: '/api/config/upload',
  access: 'owner',
  query: ['file'],
} as const satisfies Upload;

/** The same, where devices of today have it. */
export const uploadFile = {
  method: 'POST',
  path: '/api/file/upload',
  access: 'owner',
  query: ['file'],
} as const satisfies Upload;

/**
 * What a restore of this file would not keep as it is there: the same form and file as those of the restore, and the same
 * refusals. Nothing is changed and nothing restarts. Original devices do not know it.
 */
export const previewRestore = {
  method: 'POST',
  path: '/api/heliograph/restore-preview',
  access: 'admin',
  query: ['file'],
  read: readRestoreAdjustments,
} as const satisfies Upload & { readonly read: unknown };

/** Takes a firmware image; the field `MD5` (32 hex digits, of the file as sent) comes before the file. */
export const updateFirmware = {
  method: 'POST',
  path: '/api/firmware/update',
  access: 'owner',
  query: [],
} as const satisfies Upload;

export const UPLOADS = {
  ...{ restoreConfig, uploadFile, previewRestore, updateFirmware },
  ...{ restoreBackup, previewBackup },
} as const;
export type UploadName = keyof typeof UPLOADS;

/** The field in front of the file. Source: docs/reference/original-device.md#firmware. */
export const MD5_FIELD = 'MD5';
/**
 * Field and file name of the image, and of a configuration. Source:
 * docs/reference/original-device.md#configuration-files and #firmware.
 */
export const FIRMWARE_FIELD = 'firmware';
export const CONFIG_FIELD = 'config';
