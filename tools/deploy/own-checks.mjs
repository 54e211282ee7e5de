import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.mjs';
import { composeProblems, overrideProblems } from './compose-rules.mjs';
import { dockerfileProblems } from './dockerfile-rules.mjs';
import { readDockerIgnore } from './read-docker-ignore.mjs';
import { traefikProblems } from './traefik-rules.mjs';
import { unitProblems } from './unit-rules.mjs';

/** @param {string} path */
const read = (path) => readFileSync(join(ROOT, path), 'utf8');
/** @param {string} path */
const exists = (path) => existsSync(join(ROOT, path));

/**
 * What is checked by rules of our own, wherever we are, and what that leaves open.
 * @type {readonly { readonly file: string, readonly leavesOpen: string, readonly problems: () => readonly string[] }[]}
 */
export const OWN_CHECKS = [
  {
    file: 'Dockerfile',
    leavesOpen:
      'not built, which needs a container engine; tools/docker-steps.mjs carries its steps out by hand',
    problems: () => {
      const isIgnored = readDockerIgnore(read('.dockerignore'));
      return dockerfileProblems(read('Dockerfile'), { exists, isIgnored });
    },
  },
  {
    file: 'compose.yaml',
    leavesOpen: 'not started, and its images are not pulled, which needs a container engine',
    problems: () => composeProblems(read('compose.yaml'), exists),
  },
  {
    file: 'deploy/fleet/compose.yaml',
    leavesOpen:
      'not started, and its images are not pulled, which needs a container engine; npm run test:fleet runs its servers',
    problems: () =>
      composeProblems(read('deploy/fleet/compose.yaml'), (path) => exists(join('deploy/fleet', path))),
  },
  {
    file: 'deploy/docker/radio.compose.yaml',
    leavesOpen: 'not started, which needs a container engine and a chip',
    problems: () => overrideProblems(read('deploy/docker/radio.compose.yaml'), read('compose.yaml')),
  },
  {
    file: 'deploy/systemd/heliograph.service',
    leavesOpen: 'not started, which needs systemd',
    problems: () => unitProblems(read('deploy/systemd/heliograph.service')),
  },
  {
    file: 'deploy/reverse-proxy/traefik.yaml, traefik-routes.yaml',
    leavesOpen: 'not read by Traefik, which has no check of its own',
    problems: () =>
      traefikProblems(
        read('deploy/reverse-proxy/traefik.yaml'),
        read('deploy/reverse-proxy/traefik-routes.yaml'),
      ),
  },
];
