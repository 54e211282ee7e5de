/**
 * `npm run docker-steps`: carries out the Dockerfile by hand, without a container engine, in a folder that is removed
 * afterwards: what it copies, what it runs, and then the gateway as its ENTRYPOINT and HEALTHCHECK say.
 */
import { requireNode } from './node-version.mjs';

requireNode();
void import('./deploy/run-docker-steps.mjs')
  .then((module) => module.runDockerSteps())
  .then((isWell) => {
    process.exitCode = isWell ? 0 : 1;
  });
