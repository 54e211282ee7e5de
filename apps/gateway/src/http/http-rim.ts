import { type LiveHints, SOCKET_CLOSE } from '@heliograph/contract';
import type { Platform } from '../platform/platform.ts';
import type { TlsSource } from '../platform/tls-source.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { RadioFacts } from '../system/radio-facts.ts';
import { createAccess } from './access.ts';
import { createAuthenticator } from './authenticator.ts';
import { ANSWER_HEADERS, createAnswerTexts, createHandlers, type HandlerParts } from './handlers/index.ts';
import { createUploadTargets } from './handlers/upload-targets.ts';
import { createHostNames } from './host-names.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';
import { createLiveDataFeed } from './live-data-feed.ts';
import { type CrowdLimits, limitsOf } from './server-limits.ts';
import { createSocketTickets } from './socket-tickets.ts';
import { createConsoleSocket } from './sockets/console-socket.ts';
import { createLiveDataSocket } from './sockets/live-data-socket.ts';
import { openStaticWeb } from './static-web.ts';

export interface HttpRimOptions extends HandlerParts {
  readonly platform: Platform;
  readonly settings: SettingsStore;
  readonly hints: () => LiveHints;
  /** Where the built web app lies. */
  readonly webFolder: string;
  /** Names beside the host's own that the gateway answers to. */
  readonly names: readonly string[];
  /** Numbers to be taken instead of those of `SERVER_LIMITS`. */
  readonly limits?: Partial<CrowdLimits> | undefined;
  /** Where the pages begin, with a slash at both ends. */
  readonly basePath: string;
  /** Undefined: plain HTTP. */
  readonly tls: TlsSource | undefined;
}

/** Who is told is a program, which needs no language but English. */
function hindrancesOf({ storage_problem }: LiveHints, radio: RadioFacts): readonly string[] {
  return [
    ...(storage_problem === 'read-only' ? ['Nothing can be saved: the data folder is read-only.'] : []),
    ...(radio.connected ? [] : ['The radio chip does not answer.']),
  ];
}

/** Everything between the network and what the gateway knows. */
export async function createHttpRim(options: HttpRimOptions): Promise<HttpServer> {
  const { platform, settings, fleet, hints, basePath, tls } = options;
  const { clock, log, host, randomBytes } = platform;
  const feed = createLiveDataFeed({ fleet, clock, hints });
  const limits: CrowdLimits = { ...limitsOf(host), ...options.limits };
  const liveData = createLiveDataSocket({ feed, clock, log, limits });
  const consoleSocket = createConsoleSocket({ clock, log, limits });
  const tickets = createSocketTickets({ clock, randomBytes, basePath, isHttps: tls !== undefined });
  const authenticator = createAuthenticator({
    clock,
    log,
    randomBytes,
    passwordHash: () => settings.get('security').password_hash,
  });
  const access = createAccess({
    hostNames: createHostNames(host.hostName(), options.names),
    authenticator,
    tickets,
    allowReadonly: () => settings.get('security').allow_readonly,
  });
  const staticWeb = await openStaticWeb(options.webFolder, basePath);
  const server = createHttpServer({
    access,
    handlers: createHandlers({
      ...options,
      feed,
      onPasswordSet: (password) => authenticator.remember(password),
    }),
    answerTexts: createAnswerTexts({ feed }),
    answerHeaders: ANSWER_HEADERS,
    uploadTargets: createUploadTargets(options),
    restartSoon: options.restartSoon,
    hindrances: () => hindrancesOf(hints(), options.radioStatus()),
    tickets,
    staticWeb,
    sockets: { liveData, console: consoleSocket },
    limits,
    basePath,
    tls,
    clock,
    log,
  });
  let security = settings.get('security');
  const stopWatching = settings.subscribe('security', (changed) => {
    const before = security;
    security = changed;
    const isNewPassword = changed.password_hash !== before.password_hash;
    if (isNewPassword) {
      authenticator.forgetVerified();
      tickets.revokeAll();
    }
    // Nobody knows which sockets came without a login: all have to come anew.
    if (!isNewPassword && (changed.allow_readonly || !before.allow_readonly)) return;
    for (const socket of [liveData, consoleSocket]) socket.closeAll(SOCKET_CLOSE.unauthorized);
  });
  return {
    async listen(address) {
      const port = await server.listen(address);
      if (!staticWeb.isBuilt) log.warn('The web app is not built; only the API is served.');
      return port;
    },
    async stop() {
      stopWatching();
      for (const socket of [liveData, consoleSocket]) socket.stop(SOCKET_CLOSE.restart);
      await server.stop();
      feed.stop();
    },
  };
}
