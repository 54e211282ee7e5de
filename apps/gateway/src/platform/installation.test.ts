import { describe, expect, it } from 'vitest';
import { installationOf } from './installation.ts';

const at = (paths: readonly string[], environment: Record<string, string> = {}) =>
  installationOf({ environment, exists: (path) => paths.includes(path), root: '/clone' });

describe('how the gateway was installed', () => {
  it.each<[string, string, readonly string[], Record<string, string>?]>([
    ['docker', 'in a container of Docker', ['/.dockerenv']],
    ['docker', 'in one of Podman', ['/run/.containerenv']],
    ['docker', 'in one with a service manager', ['/.dockerenv'], { NOTIFY_SOCKET: '/run/notify' }],
    ['systemd', 'by a unit that is told of', [], { NOTIFY_SOCKET: '/run/systemd/notify' }],
    ['systemd', 'by a unit, in a clone', ['/clone/.git'], { NOTIFY_SOCKET: '/run/systemd/notify' }],
    ['git', 'in a clone', ['/clone/.git']],
    ['git', 'in a clone, in a terminal', ['/clone/.git'], { NOTIFY_SOCKET: '', INVOCATION_ID: 'a1' }],
    ['git', 'in a clone in a container', ['/.dockerenv', '/clone/.git']],
    ['unknown', 'from a copied folder', []],
    ['unknown', 'below a clone of something else', ['/.git', '/home/.git']],
  ])('is %s: %s', (installation, _case, paths, environment) => {
    expect(at(paths, environment)).toBe(installation);
  });
});
