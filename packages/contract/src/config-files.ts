import type { Endpoint } from './endpoint.ts';

/** The content of a file of the device, which is JSON. */
export interface ConfigFile {
  readonly content: unknown;
}

/** A file by its name. Sent as the bytes it has; 404 when there is none. Source: device contract, sections 1.18 and 11.4. */
export const getConfigFile: Endpoint<Uint8Array, ConfigFile, undefined, 'file'> = {
  method: 'GET',
  path: '/api/config/get',
  access: 'admin',
  query: ['file'],
  read: (content) => (content === undefined ? undefined : { content }),
};
