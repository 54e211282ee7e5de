import { CONFIG_FILE, type Handlers, result } from '@heliograph/contract';
import type { ConfigFiles } from '../../config-files/config-files.ts';
import { NothingThereError } from '../answers/nothing-there-error.ts';

type ConfigFileHandlers = Pick<Handlers, 'getConfigFile' | 'getConfigList' | 'deleteConfig'>;

export interface ConfigFileHandlerOptions {
  readonly configFiles: Pick<ConfigFiles, 'names' | 'read' | 'reset'>;
  /** Restarts the gateway when the answer is on its way. */
  readonly restartSoon: () => void;
}

export function createConfigFileHandlers({
  configFiles,
  restartSoon,
}: ConfigFileHandlerOptions): ConfigFileHandlers {
  return {
    async getConfigFile(_, { file = CONFIG_FILE }) {
      const bytes = await configFiles.read(file);
      if (bytes === undefined) throw new NothingThereError();
      return bytes;
    },
    async getConfigList() {
      const names = await configFiles.names();
      return { configs: names.map((name) => ({ name })) };
    },
    async deleteConfig(deletion) {
      if (!deletion.delete) return result('ConfigNotDeleted');
      await configFiles.reset();
      restartSoon();
      return result('ConfigReset');
    },
  };
}
