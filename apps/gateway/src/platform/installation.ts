export interface InstallationFacts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether there is a file or folder of this path. */
  readonly exists: (path: string) => boolean;
  /** Where a clone that the program was built in has its root. */
  readonly root: string;
}

/** How the gateway was installed; `unknown` where that does not show. */
type HostInstallation = 'git' | 'docker' | 'systemd' | 'unknown';

/** Files that container engines put into every container: Docker, and Podman. */
const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv'];

/**
 * How the gateway was installed, as far as that shows: in a container, as a service of systemd, or run in the clone it
 * was built in. Under systemd the parts that run may lie in a clone too; what has to be done to update is the service's way.
 */
export function installationOf({ environment, exists, root }: InstallationFacts): HostInstallation {
  const isClone = exists(`${root}/.git`);
  // Our image has no clone in it; a container with one is somebody's workplace.
  if (!isClone && CONTAINER_MARKS.some(exists)) return 'docker';
  // Not by INVOCATION_ID: terminals that systemd starts hand it on to whatever is typed there.
  if ((environment.NOTIFY_SOCKET ?? '') !== '') return 'systemd';
  return isClone ? 'git' : 'unknown';
}
