import { posix } from 'node:path';
import { validate } from 'dockerfile-utils';
import { looseImage } from './loose-image.mjs';
import { execWords, lastStep, readDockerfile } from './read-dockerfile.mjs';

/** @typedef {import('./read-dockerfile.mjs').DockerStage} DockerStage */

/**
 * @typedef {object} DockerContext
 * @property {(path: string) => boolean} exists whether there is such a file or folder in the folder of the Dockerfile
 * @property {(path: string) => boolean} isIgnored by .dockerignore
 */

/**
 * What is wrong with a Dockerfile, one sentence each: what the linter says, and what we ask for beside that.
 * @param {string} text
 * @param {DockerContext} context
 * @returns {readonly string[]}
 */
export function dockerfileProblems(text, context) {
  const stages = readDockerfile(text);
  return [
    ...validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`),
    ...stages.flatMap((stage) => [...imageProblems(stage, stages), ...copyProblems(stage, stages, context)]),
    ...resultProblems(stages.at(-1)),
  ];
}

/**
 * @param {DockerStage} stage
 * @param {readonly DockerStage[]} stages
 */
function imageProblems({ image, line }, stages) {
  if (stages.some(({ name }) => name === image)) return [];
  const loose = looseImage(image);
  return loose === undefined ? [] : [`line ${line}: ${loose}`];
}

/**
 * @param {DockerStage} stage
 * @param {readonly DockerStage[]} stages
 * @param {DockerContext} context
 */
function copyProblems(stage, stages, { exists, isIgnored }) {
  return stage.steps.flatMap(({ keyword, flags, words, line }) => {
    if (keyword === 'ADD') return [`line ${line}: COPY says what ADD does here`];
    if (keyword !== 'COPY') return [];
    const { from } = flags;
    if (from !== undefined) {
      return stages.some(({ name }) => name === from) ? [] : [`line ${line}: there is no stage ${from}`];
    }
    return words.slice(0, -1).flatMap((source) => {
      const path = posix.normalize(source).replace(/\/$/, '');
      if (!exists(path)) return [`line ${line}: there is no ${source}`];
      return isIgnored(path) ? [`line ${line}: .dockerignore leaves ${source} out`] : [];
    });
  });
}

/**
 * What the image is in the end.
 * @param {DockerStage | undefined} stage
 */
function resultProblems(stage) {
  const words = (/** @type {string} */ keyword) => lastStep(stage, keyword)?.words ?? [];
  const [user = ''] = words('USER');
  /** @type {readonly (readonly [boolean, string])[]} */
  const rules = [
    [/^[1-9]\d*(:\d+)?$/.test(user), 'the image runs as root, or as a user that hosts cannot check'],
    [execWords(lastStep(stage, 'ENTRYPOINT')) !== undefined, 'ENTRYPOINT needs the form without a shell'],
    [execWords(lastStep(stage, 'HEALTHCHECK')) !== undefined, 'there is no HEALTHCHECK without a shell'],
    [words('STOPSIGNAL').length === 1, 'there is no STOPSIGNAL'],
    [words('VOLUME').length > 0, 'the data have no VOLUME'],
    [lastStep(stage, 'LABEL') !== undefined, 'there are no labels'],
    [lastStep(stage, 'RUN') === undefined, 'the last stage runs something, which no foreign processor can'],
    [stage?.platform === '', 'the last stage is for one processor only'],
  ];
  return rules.filter(([isKept]) => !isKept).map(([, sentence]) => sentence);
}
