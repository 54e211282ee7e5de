import { type Caller, CONFIG_FILE, type Handlers, result } from '@heliograph/contract';
import type { ConfigFiles } from '../../config-files/config-files.ts';
import { noteDeed } from '../../platform/acting-user.ts';
import { NothingThereError } from '../answers/nothing-there-error.ts';

type ConfigFileHandlers = Pick<
  Handlers,
  | 'getConfigFile'
  | 'getConfigList'
  | 'deleteConfig'
  | 'getFile'
  | 'getFileList'
  | 'deleteFile'
  | 'deleteAllFiles'
>;

export interface ConfigFileHandlerOptions {
  readonly configFiles: Pick<ConfigFiles, 'names' | 'read' | 'remove' | 'reset'>;
  /** Restarts the gateway when the answer is on its way. */
  readonly restartSoon: () => void;
}

export function createConfigFileHandlers({
  configFiles,
  restartSoon,
}: ConfigFileHandlerOptions): ConfigFileHandlers {
  /** A program needs no hash to guess the admin's password by, and with that make itself more than it is. */
  async function file(
    _: undefined,
    { file: name = CONFIG_FILE }: { readonly file: string | undefined },
    { user }: Pick<Caller, 'user'>,
  ) {
    const bytes = await configFiles.read(name, { passwordHash: user?.by === 'token' });
    if (bytes === undefined) throw new NothingThereError();
    return bytes;
  }

  async function reset(deletion: { readonly delete: boolean }) {
    if (!deletion.delete) return result('ConfigNotDeleted');
    await configFiles.reset();
    restartSoon();
    return result('ConfigReset');
  }

  return {
    getConfigFile: file,
    getFile: file,
    async getConfigList() {
      const names = await configFiles.names();
      return { configs: names.map((name) => ({ name })) };
    },
    async getFileList() {
      const names = await configFiles.names();
      return Promise.all(
        names.map(async (name) => ({ name, size: (await configFiles.read(name))?.length ?? 0 })),
      );
    },
    deleteConfig: reset,
    deleteAllFiles: reset,
    async deleteFile({ file: name }) {
      noteDeed({ on: name });
      // Settings are no file here: they go with a restart only.
      return result((await configFiles.remove(name)) ? 'FileDeleted' : 'ConfigNotDeleted');
    },
  };
}
