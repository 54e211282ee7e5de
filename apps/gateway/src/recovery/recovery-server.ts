import {
  ADMIN_USER_NAME,
  BODY_SCHEMAS,
  CONFIG_FILE,
  ENDPOINTS,
  fileRefusal,
  type Handlers,
  SOCKET_CLOSE,
} from '@heliograph/contract';
import { createConfigFiles } from '../config-files/config-files.ts';
import { UnfitFileError } from '../config-files/file-part.ts';
import { createBackupReceiver } from '../config-files/whole-backup.ts';
import type { Firmware } from '../firmware/firmware.ts';
import { createAccess } from '../http/access/access.ts';
import { createAuthenticator } from '../http/access/authenticator.ts';
import { createHostNames } from '../http/access/host-names.ts';
import { createPageLogins } from '../http/access/page-logins.ts';
import { createSocketTickets } from '../http/access/socket-tickets.ts';
import { createUploadTargets } from '../http/handlers/upload-targets.ts';
import { createHttpServer, type HttpServer } from '../http/http-server.ts';
import { createClientLimits } from '../http/limits/client-limits.ts';
import type { ServerLimits } from '../http/limits/server-limits.ts';
import type { DataDirectory } from '../platform/data-directory.ts';
import { createLimitedLog } from '../platform/limited-log.ts';
import type { Platform } from '../platform/platform.ts';
import type { TlsSource } from '../platform/tls-source.ts';
import type { BackupWork } from '../settings/backup-files.ts';
import type { FirstSettings } from '../settings/first-settings.ts';
import type { HashCost } from '../settings/password-hash.ts';
import type { RecoverySettings } from '../settings/recovery-settings.ts';
import { createRecoveryAccess } from './recovery-access.ts';
import { createRecoveryWeb } from './recovery-web.ts';

export interface RecoveryServerOptions {
  readonly platform: Platform;
  readonly directory: DataDirectory;
  readonly work: BackupWork;
  /** Configurations of before a factory reset that lie in the folder. */
  readonly copies: readonly string[];
  /** What was measured lies there. */
  readonly hasHistory: boolean;
  readonly settings: RecoverySettings;
  readonly first: FirstSettings;
  readonly firmware: Pick<Firmware, 'receive'>;
  readonly hashCost: HashCost;
  /** Names beside the host's own that the gateway answers to. */
  readonly names: readonly string[];
  /** Numbers to be taken instead of those of `SERVER_LIMITS`. */
  readonly limits?: Partial<ServerLimits> | undefined;
  /** Where the pages begin, with a slash at both ends. */
  readonly basePath: string;
  /** Undefined: plain HTTP. */
  readonly tls: TlsSource | undefined;
  /** Restarts the gateway when the answer is on its way. */
  readonly restartSoon: () => void;
}

/**
 * What there is between the network and a gateway whose settings are damaged: the same server with the same guards,
 * behind which there is one page, and a way back for a backup of either kind.
 */
export function createRecoveryServer(options: RecoveryServerOptions): HttpServer {
  const { platform, settings, copies, hasHistory, firmware, restartSoon, basePath, tls } = options;
  const { clock, host, randomBytes } = platform;
  const log = createLimitedLog({ log: platform.log, clock }); // as in the server of a gateway that is well
  const { lostFiles, password } = settings;
  const limits = createClientLimits({ clock, host, numbers: options.limits });
  const passwordHash = () => settings.get('security').password_hash;
  // Who else has an account belongs to what is damaged.
  const accountOf = (name: string) =>
    name === ADMIN_USER_NAME ? ({ name, role: 'admin', passwordHash: passwordHash() } as const) : undefined;
  const tickets = createSocketTickets({
    ...{ clock, randomBytes, basePath, accountOf },
  });
  const authenticator = createAuthenticator({ limits, log, randomBytes, accountOf });
  const access = createAccess({
    hostNames: createHostNames(host.hostName(), options.names),
    authenticator,
    tickets,
    allowReadonly: () => false,
  });
  const server = createHttpServer({
    access: createRecoveryAccess(access),
    handlers: NO_HANDLERS,
    postSchemas: BODY_SCHEMAS,
    loopWith: () => undefined, // it has no sources
    generations: () => 'both',
    isOwnMachine: () => false,
    opensGuide: () => false,
    answerTexts: {},
    answerHeaders: {},
    answerStreams: {},
    uploadTargets: createUploadTargets({
      configFiles: configFilesOf(options),
      firmware,
      wholeBackup: createBackupReceiver({
        ...{ directory: options.directory, work: options.work, settings },
        log: platform.log.module('settings'),
      }),
    }),
    restartSoon,
    problems: () => [], // access refuses who asks
    logins: createPageLogins({ access, tickets, sessions: undefined }), // who can read them belongs to the settings
    onSessionEnd: () => () => undefined,
    staticWeb: createRecoveryWeb(
      { lostFiles, password, copies, hasHistory, hostName: host.hostName() },
      basePath,
    ),
    firstPages: NO_FIRST_PAGES,
    sockets: { liveData: NO_SOCKETS, liveLean: NO_SOCKETS, console: NO_SOCKETS },
    limits,
    basePath,
    tls,
    clock,
    log,
  });
  return {
    ...server,
    async stop() {
      await server.stop();
      log.stop();
    },
  };
}

/** Pin profiles are no settings: they would change nothing now. */
function configFilesOf({ platform, directory, settings, first, hashCost }: RecoveryServerOptions) {
  const { log, randomBytes, clock } = platform;
  const configFiles = createConfigFiles({
    directory,
    settings,
    first,
    hashCost,
    log,
    randomBytes,
    unixMs: clock.unixMs,
    // A file that says nothing opens nothing here: what was set counts, and what was lost was perhaps closed.
    allowReadonlyOtherwise: () => settings.get('security').allow_readonly,
  });
  const restore = async (name: string, bytes: Uint8Array): Promise<void> => {
    if (name !== CONFIG_FILE) {
      throw new UnfitFileError(
        `Only a ${CONFIG_FILE} can be restored now.`,
        fileRefusal('only-configuration'),
      );
    }
    await configFiles.restore(name, bytes);
  };
  return { restore, preview: configFiles.preview };
}

/** Access refuses every call that would need one. */
const NO_HANDLERS = Object.fromEntries(
  Object.keys(ENDPOINTS).map((name) => [
    name,
    () => Promise.reject(new Error(`${name} was called in recovery mode`)),
  ]),
) as unknown as Handlers; // one entry for each endpoint

/** As above, for sockets. */
/** What is there to read is what recovery has to say. */
const NO_FIRST_PAGES = { answer: async () => undefined, warmUp: async () => undefined };

const NO_SOCKETS = {
  add(socket: { readonly close: (code: number) => void }) {
    socket.close(SOCKET_CLOSE.restart);
    return () => {};
  },
};
