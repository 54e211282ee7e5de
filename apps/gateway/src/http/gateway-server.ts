import { isDeepStrictEqual } from 'node:util';
import { getTimeZones, type LiveHints, SOCKET_CLOSE, type TimeZones } from '@heliograph/contract';
import { ATTEMPT_VALID_S, createOpenIdAttempts } from '../accounts/openid-attempts.ts';
import { createOpenIdProvider } from '../accounts/openid-provider.ts';
import { createPasskeyQuestions, QUESTION_VALID_S } from '../accounts/passkey-questions.ts';
import { createLimitedLog } from '../platform/limited-log.ts';
import type { Platform } from '../platform/platform.ts';
import type { TlsSource } from '../platform/tls-source.ts';
import { apiGenerations } from '../settings/api-generations.ts';
import { chipIdOrSerial, expandHostname } from '../settings/device-identity.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { loopOf } from '../sources/opendtu/device-source.ts';
import type { RadioFacts } from '../system/radio-facts.ts';
import { type AccessRequest, createAccess } from './access/access.ts';
import { createAuthenticator } from './access/authenticator.ts';
import { createBegunLoginCookies } from './access/begun-login-cookies.ts';
import { createBrowserMarks } from './access/browser-marks.ts';
import { createHostNames } from './access/host-names.ts';
import { isFromOwnMachine } from './access/own-machine.ts';
import { createPageLogins } from './access/page-logins.ts';
import { createShareCookies } from './access/share-cookies.ts';
import { createSocketTickets } from './access/socket-tickets.ts';
import { createTrustedProxies, type IgnoredReason } from './access/trusted-proxies.ts';
import {
  ANSWER_HEADERS,
  ANSWER_STREAMS,
  createAnswerTexts,
  createBodySchemas,
  createHandlers,
  type HandlerParts,
} from './handlers/index.ts';
import { createUploadTargets } from './handlers/upload-targets.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';
import { createClientLimits } from './limits/client-limits.ts';
import type { ServerLimits } from './limits/server-limits.ts';
import { createFirstPages, openPageRenderer } from './pages/first-pages.ts';
import { type BuiltWeb, openStaticWeb } from './pages/static-web.ts';
import { createConsoleSocket } from './sockets/console-socket.ts';
import { createLeanSocket } from './sockets/lean-socket.ts';
import { createLiveDataFeed } from './sockets/live-data-feed.ts';
import { createLiveDataSocket } from './sockets/live-data-socket.ts';

export interface GatewayServerOptions extends HandlerParts {
  readonly platform: Platform;
  readonly settings: SettingsStore;
  readonly hints: () => LiveHints;
  /** Where the built web app lies. */
  readonly webFolder: string;
  /** Names beside the host's own that the gateway answers to. */
  readonly names: readonly string[];
  /** Numbers to be taken instead of those of `SERVER_LIMITS`. */
  readonly limits?: Partial<ServerLimits> | undefined;
  /** Where the pages begin, with a slash at both ends. */
  readonly basePath: string;
  /** Undefined: plain HTTP. */
  readonly tls: TlsSource | undefined;
}

/** Who is told is a program, which needs no language but English. */
function problemsOf({ storage_problem }: LiveHints, radio: RadioFacts): readonly string[] {
  return [
    ...(storage_problem === 'read-only' ? ['Nothing can be saved: the data folder is read-only.'] : []),
    ...(storage_problem === 'full' ? ['Nothing can be saved: the disk is full.'] : []),
    ...(radio.connected ? [] : [radio.problem ?? 'The radio chip does not answer.']),
  ];
}

/** The zones of the web app's file, none without a build. Read once, when somebody asks. */
function createTimeZones({ textOf }: Pick<BuiltWeb, 'textOf'>): () => TimeZones {
  let zones: TimeZones | undefined;
  return () => {
    const text = zones === undefined ? textOf(ZONES_FILE) : undefined;
    if (text !== undefined) zones = getTimeZones.read(JSON.parse(text));
    return zones ?? {};
  };
}

const ZONES_FILE = '/zones.json';

/** Why what a request says of its user was not believed. */
const IGNORED: Readonly<Record<IgnoredReason, string>> = {
  address: 'A request names a user and does not come from a proxy that is listed; the name is ignored.',
  secret: 'A proxy names a user and does not send the right secret; the name is ignored.',
  twice: 'A proxy passes on more than one name of a user; all are ignored.',
  name: 'A proxy names a user by what can be no name; it is ignored.',
};

/** Everything between the network and what the gateway knows. */
export async function createGatewayServer(options: GatewayServerOptions): Promise<HttpServer> {
  const { platform, settings, fleet, hints, totals, basePath, tls } = options;
  const { sessions, accounts, accessLog, shares, passkeys } = options;
  const { clock, host, randomBytes } = platform;
  const log = createLimitedLog({ log: platform.log, clock }); // whatever it says, whoever reaches the gateway can cause it
  const feed = createLiveDataFeed({
    ...{ fleet, clock, hints, totals, orders: options.orders },
    sources: options.devices.statuses,
    tellsOneAtATime: () => apiGenerations(settings) === 'newest',
  });
  const generations = () => apiGenerations(settings);
  const limits = createClientLimits({ clock, host, numbers: options.limits });
  const liveData = createLiveDataSocket({ feed, generations, clock, log });
  const liveLean = createLeanSocket({ feed, clock, log });
  const consoleSocket = createConsoleSocket({ clock, log });
  const tickets = createSocketTickets({
    ...{ clock, randomBytes, basePath, accountOf: accounts.find },
    guestOf(sessionId) {
      const { userName: name, openIdRole: role } = sessions.all().find(({ id }) => id === sessionId) ?? {};
      return name === undefined || role === undefined ? undefined : { name, role };
    },
  });
  const marks = createBrowserMarks({ basePath });
  const browserOf = (cookies: string | undefined) => {
    const mark = marks.of(cookies).find((one) => sessions.browserOf(one) !== undefined);
    return mark === undefined ? undefined : sessions.browserOf(mark);
  };
  const authenticator = createAuthenticator({
    limits,
    log,
    randomBytes,
    accountOf: accounts.find,
    findSession: sessions.find,
    findToken: accounts.findToken,
    browserOf,
    hashAnew: accounts.hashAnew,
    onRefused: accessLog.noteRefused,
  });
  const shareCookies = createShareCookies({ shares, basePath });
  const { installation } = options;
  const isOwnMachine = (request: AccessRequest) =>
    isFromOwnMachine(request, { clientOf: limits.clientOf, installation });
  const proxies = createTrustedProxies({
    settings: () => settings.get('signin').proxy,
    accountOf: accounts.find,
    onIgnored: (reason, address) => log.warn(IGNORED[reason], { address }),
  });
  const access = createAccess({
    hostNames: createHostNames(host.hostName(), options.names, () =>
      expandHostname(settings.get('network').hostname, chipIdOrSerial(host, settings.get('dtu').dtu_serial)),
    ),
    authenticator,
    tickets,
    shareCookies,
    proxies,
    allowReadonly: () => settings.get('security').allow_readonly,
    firstRun: { isLocked: options.firstRun.isLocked, isOwnMachine },
  });
  const logins = createPageLogins({ access, tickets, sessions, marks, accessLog });
  const staticWeb = await openStaticWeb(options.webFolder, basePath);
  const handlers = createHandlers({
    platform: { clock, host, randomBytes },
    log: platform.log,
    settings,
    directory: options.directory,
    wholeBackup: options.wholeBackup,
    deviceClock: options.deviceClock,
    feed,
    fleet,
    orders: options.orders,
    powerLimits: options.powerLimits,
    rule: options.rule,
    modbusStatus: options.modbusStatus,
    alerts: options.alerts,
    timeseries: options.timeseries,
    devices: options.devices,
    deviceFinder: options.deviceFinder,
    deviceBackups: options.deviceBackups,
    pollStagger: options.pollStagger,
    sources: options.sources,
    findings: options.findings,
    history: options.history,
    meter: options.meter,
    gatewayId: options.gatewayId,
    totals,
    isRadioSimulated: options.isRadioSimulated,
    radioTrial: options.radioTrial,
    radioStatus: options.radioStatus,
    pins: options.pins,
    mqttFacts: options.mqttFacts,
    tryConnection: options.tryConnection,
    time: options.time,
    configFiles: options.configFiles,
    firmware: options.firmware,
    hashCost: options.hashCost,
    sessions,
    accounts,
    accessLog,
    shares,
    shareCookies,
    passkeys,
    questions: createPasskeyQuestions({ clock, randomBytes }),
    passkeyCookies: createBegunLoginCookies('passkey', QUESTION_VALID_S, basePath),
    openIdProvider: createOpenIdProvider({
      ...{ clock, fetch: platform.fetch, settings: () => settings.get('signin').openid },
    }),
    openIdAttempts: createOpenIdAttempts({ clock, randomBytes }),
    openIdCookies: createBegunLoginCookies('openid', ATTEMPT_VALID_S, basePath),
    logins,
    browserOf,
    firstRun: options.firstRun,
    limits,
    timeZones: createTimeZones(staticWeb),
    onPasswordSet: authenticator.remember,
    restartSoon: options.restartSoon,
    startReason: options.startReason,
    version: options.version,
    gitHash: options.gitHash,
    installation: options.installation,
    updateRepository: options.updateRepository,
  });
  const answerTexts = createAnswerTexts({ feed });
  const firstPages = createFirstPages({
    renderer: await openPageRenderer(options.webFolder, staticWeb.pages),
    handlers,
    answerTexts,
    basePath,
    clock,
    deviceClock: options.deviceClock,
    allowReadonly: () => settings.get('security').allow_readonly,
    holderOf: tickets.holderOf,
    shareBy: shareCookies.shareOf,
    log,
  });
  const server = createHttpServer({
    access,
    handlers,
    postSchemas: createBodySchemas(fleet, generations),
    answerTexts,
    answerHeaders: ANSWER_HEADERS,
    answerStreams: ANSWER_STREAMS,
    uploadTargets: createUploadTargets({
      configFiles: options.configFiles,
      firmware: options.firmware,
      wholeBackup: options.wholeBackup,
    }),
    restartSoon: options.restartSoon,
    problems: () => problemsOf(hints(), options.radioStatus()),
    logins,
    onSessionEnd(listener) {
      const stops = [sessions.onEnd(listener), shares.onEnd(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    onDone: (done) => accessLog.note({ kind: 'done', ...done }),
    staticWeb,
    firstPages,
    loopWith: (id) =>
      loopOf({ gatewayId: options.gatewayId, upstreamIds: options.devices.upstreamIds() }, id),
    generations,
    isOwnMachine,
    opensGuide: ({ headers, proxyUser }) => {
      const { firstRun } = options;
      if (!staticWeb.isBuilt || !firstRun.isOpen()) return false;
      // Whoever may only look, such as by a link that shares pages, can do nothing there.
      return firstRun.isLocked() || (tickets.holderOf(headers.cookie) ?? proxyUser)?.role === 'admin';
    },
    sockets: { liveData, liveLean, console: consoleSocket },
    limits,
    basePath,
    tls,
    clock,
    log,
  });
  let security = settings.get('security');
  let users = settings.get('accounts').user;
  const closeSockets = () => {
    for (const socket of [liveData, liveLean, consoleSocket]) socket.closeAll(SOCKET_CLOSE.unauthorized);
  };
  const endOutdated = () => {
    authenticator.forgetOutdated();
    tickets.revokeOutdated();
    sessions.endOutdated();
  };
  /** A password that was only hashed anew is the same. */
  const withoutAnew = (list: typeof users) =>
    list.map(({ password_hash: hash, ...user }) => ({
      ...user,
      hash: accounts.isSamePassword(hash) ? '' : hash,
    }));
  const stopFollowing = sessions.onEnd(tickets.endOf);
  const stopWatching = settings.subscribe('security', (changed) => {
    const before = security;
    security = changed;
    const isNewPassword =
      changed.password_hash !== before.password_hash && !accounts.isSamePassword(changed.password_hash);
    if (isNewPassword && __WITHOUT__.endWithPassword) return;
    if (isNewPassword) {
      endOutdated();
    }
    // Nobody knows which sockets came without a login: all have to come anew.
    if (!isNewPassword && (changed.allow_readonly || !before.allow_readonly)) return;
    closeSockets();
  });
  // Who a socket belongs to is not known later on: all have to come anew where somebody is no more who they were.
  const stopWatchingAccounts = settings.subscribe('accounts', (changed) => {
    const isSame = isDeepStrictEqual(withoutAnew(changed.user), withoutAnew(users));
    users = changed.user;
    if (isSame) return;
    endOutdated();
    closeSockets();
  });
  const stopWatchingPasskeys = settings.subscribe('passkeys', sessions.endOutdated);
  // Whom a proxy named is not known of a socket either.
  const stopWatchingSignIn = settings.subscribe('signin', () => {
    sessions.endOutdated();
    closeSockets();
  });
  return {
    async listen(address) {
      const port = await server.listen(address);
      void firstPages.warmUp();
      if (!staticWeb.isBuilt) log.warn('The web app is not built; only the API is served.');
      return port;
    },
    async stop() {
      stopWatching();
      stopWatchingAccounts();
      stopWatchingPasskeys();
      stopWatchingSignIn();
      stopFollowing();
      for (const socket of [liveData, liveLean, consoleSocket]) socket.stop(SOCKET_CLOSE.restart);
      await server.stop();
      feed.stop();
      log.stop();
    },
  };
}
