import { DockerfileParser } from 'dockerfile-ast';

/**
 * One instruction of a stage.
 * @typedef {object} DockerStep
 * @property {string} keyword in capitals
 * @property {Readonly<Record<string, string>>} flags such as `from` of a COPY
 * @property {readonly string[]} words its arguments with variables put in
 * @property {string} text its arguments as they stand there, flags included
 * @property {number} line from 1
 */

/**
 * What lies between one FROM and the next.
 * @typedef {object} DockerStage
 * @property {string} name empty where it has none
 * @property {string} image with variables put in
 * @property {string} platform as it stands there; empty where none is named
 * @property {number} line
 * @property {readonly DockerStep[]} steps without the FROM
 */

/**
 * The stages of a Dockerfile, in their order.
 * @param {string} text
 * @returns {readonly DockerStage[]}
 */
export function readDockerfile(text) {
  /** @type {{ name: string, image: string, platform: string, line: number, steps: DockerStep[] }[]} */
  const stages = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const step = stepOf(/** @type {import('dockerfile-ast').ModifiableInstruction} */ (instruction));
    const [image = '', as = '', name = ''] = step.words;
    if (step.keyword === 'FROM') {
      const { platform = '' } = step.flags;
      stages.push({ name: /^as$/i.test(as) ? name : '', image, platform, line: step.line, steps: [] });
    } else {
      stages.at(-1)?.steps.push(step);
    }
  }
  return stages;
}

/**
 * The words of a command in its form without a shell, `["node", "x"]`; undefined for any other form.
 * @param {DockerStep | undefined} step
 * @returns {readonly string[] | undefined}
 */
export function execWords(step) {
  const list = /\[.*\]\s*$/s.exec(step?.text ?? '')?.[0];
  if (list === undefined) return undefined;
  try {
    return JSON.parse(list);
  } catch {
    return undefined; // brackets of a shell
  }
}

/**
 * The last step of this kind: it is the one that counts.
 * @param {DockerStage | undefined} stage
 * @param {string} keyword
 */
export function lastStep(stage, keyword) {
  return stage?.steps.filter((step) => step.keyword === keyword).at(-1);
}

/**
 * @param {import('dockerfile-ast').ModifiableInstruction} instruction
 * @returns {DockerStep}
 */
function stepOf(instruction) {
  // Not every kind of instruction has flags.
  const flags = typeof instruction.getFlags === 'function' ? instruction.getFlags() : [];
  return {
    keyword: instruction.getKeyword(),
    flags: Object.fromEntries(flags.map((flag) => [flag.getName(), flag.getValue() ?? ''])),
    words: instruction.getExpandedArguments().map((argument) => argument.getValue()),
    text: instruction.getArgumentsContent() ?? '',
    line: instruction.getRange().start.line + 1,
  };
}
