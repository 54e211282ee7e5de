import type { CommandLine } from './command-line.ts';
import type { Secret } from './secret.ts';

/** What is told of a gateway that runs. */
export interface GreetingFacts {
  readonly port: number;
  readonly userName: string;
  readonly defaultPassword: string | undefined;
  readonly isPasswordNew: boolean;
  readonly firstCode: Secret | undefined;
  readonly recovery: Recovery | undefined;
}

interface Recovery {
  readonly lostFiles: readonly { readonly fileName: string; readonly isMissing: boolean }[];
  readonly password: 'kept' | 'given' | 'lost';
}

/** What is told besides. */
interface Told {
  readonly dataFolder: string;
  /** Of the scenario. */
  readonly title: string;
  /** That the admin got at this start; undefined: the one that was set. */
  readonly newPassword: Secret | undefined;
}

/** It is shown here and nowhere else: whoever can read it may set the first password. */
export function codeLines({ firstCode }: Pick<GreetingFacts, 'firstCode'>): readonly string[] {
  if (firstCode === undefined) return [];
  return [`  First code:   ${firstCode.reveal()} (asked for when another machine sets the first password)`];
}

/** Where a gateway that runs is found, and how to get in. */
export function greeting(
  running: GreetingFacts,
  { host, basePath, tls, firstPassword, scenario, chip }: CommandLine<string>,
  { dataFolder, title, newPassword }: Told,
): readonly string[] {
  const { port, isPasswordNew, recovery } = running;
  const shownHost = host === undefined || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const urlHost = shownHost.includes(':') ? `[${shownHost}]` : shownHost;
  const scheme = tls === undefined ? 'http' : 'https';
  const path = basePath === '/' ? '' : basePath;
  const isFirstGiven = firstPassword !== undefined;
  return [
    `Heliograph is running at ${scheme}://${urlHost}:${port}${path}`,
    ...(recovery === undefined
      ? [loginLine(running, isFirstGiven, newPassword)]
      : recoveryLines(recovery, isFirstGiven)),
    ...codeLines(running),
    `  Data folder:  ${dataFolder}`,
    ...(recovery === undefined
      ? [chip === undefined ? `  Scenario:     ${scenario}. ${title}` : '  Radio:        nRF24L01+']
      : []),
    ...(recovery === undefined && isFirstGiven && !isPasswordNew
      ? ['  The first password is not used: this data folder already has a password.']
      : []),
    '  Stop it with Ctrl-C.',
  ];
}

function recoveryLines({ lostFiles, password }: Recovery, isGiven: boolean): readonly string[] {
  const files = lostFiles.map(
    ({ fileName, isMissing }) => `${fileName} (${isMissing ? 'missing' : 'damaged'})`,
  );
  const giveOne = 'start again with --first-password, or with the variable HELIOGRAPH_FIRST_PASSWORD.';
  const passwords: Readonly<Record<Recovery['password'], readonly string[]>> = {
    kept: [
      '  Password:     the one that was set',
      ...(isGiven ? ['  The first password is not used: the password that was set is still known.'] : []),
    ],
    given: ['  Password:     the first password you gave'],
    lost: [
      `  Password:     lost with the settings; to restore a backup, ${giveOne}`,
      ...(isGiven ? ['  The first password you gave is refused: it is the default one.'] : []),
    ],
  };
  return [
    `  Recovery mode, because of ${files.join(', ')}: open the address to restore a backup.`,
    ...passwords[password],
  ];
}

function loginLine(
  { userName, defaultPassword, isPasswordNew }: GreetingFacts,
  isFirstGiven: boolean,
  newPassword: Secret | undefined,
): string {
  const hint =
    newPassword === undefined
      ? passwordHint(defaultPassword, isFirstGiven && isPasswordNew)
      : `new password ${newPassword.reveal()} (please change it on the page Security)`;
  return `  Login:        user ${userName}, ${hint}`;
}

/** Never a password that somebody chose. */
function passwordHint(defaultPassword: string | undefined, isFirstPassword: boolean): string {
  if (defaultPassword !== undefined) return `password ${defaultPassword} (the default one, please change it)`;
  return isFirstPassword ? 'with the first password you gave' : 'with the password you chose';
}
