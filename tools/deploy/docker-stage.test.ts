import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { describe, expect, it } from 'vitest';
import { beginStage, carryOut, mapped } from './docker-stage.mjs';
import { readDockerfile } from './read-dockerfile.mjs';

const FILES = {
  'package.json': '{}',
  'src/main.js': 'here();',
  'src/main.test.js': 'tests();',
  'src/dist/old.js': 'old();',
};

/** Carries out a Dockerfile on a context of a few files; the roots of its stages in their order. */
async function build(
  text: string,
): Promise<readonly { root: string; environment: Record<string, string> }[]> {
  const folder = await temporaryFolder();
  const context = join(folder, 'context');
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(join(context, path, '..'), { recursive: true });
    writeFileSync(join(context, path), content);
  }
  const isIgnored = (path: string) => /\.test\.js$|dist/.test(path);
  const stages = new Map<string, Parameters<typeof carryOut>[0]>();
  const made = [];
  for (const [index, { name, image, steps }] of readDockerfile(text).entries()) {
    let stage = beginStage(join(folder, String(index)), stages.get(image));
    for (const step of steps) stage = await carryOut(stage, step, { context, isIgnored, stages });
    stages.set(name, stage);
    made.push({ root: stage.root, environment: mapped(stage) });
  }
  return made;
}

describe('the steps of a Dockerfile, carried out by hand', () => {
  it('copy files and folders as the engine does, without what is ignored', async () => {
    const [stage] = await build(
      'FROM a:1\nWORKDIR /app\nCOPY package.json ./\nCOPY src/ code/\nCOPY package.json b.json\n',
    );
    const at = (path: string) => join(stage?.root ?? '', 'app', path);
    expect(readFileSync(at('package.json'), 'utf8')).toBe('{}');
    expect(readFileSync(at('b.json'), 'utf8')).toBe('{}');
    expect(readFileSync(at('code/main.js'), 'utf8')).toBe('here();');
    expect(existsSync(at('code/main.test.js'))).toBe(false);
    expect(existsSync(at('code/dist'))).toBe(false);
  });

  it('run in their folder with their variables, and copy from a stage before', async () => {
    const [, last] = await build(
      [
        ...['FROM a:1 AS build', 'WORKDIR /src', 'ENV WHAT=made', 'RUN mkdir out && echo $WHAT > out/x'],
        ...[
          'FROM a:1',
          'WORKDIR /app',
          'ENV PLACE=/app/got OTHER=/usr/nothing',
          'COPY --from=build /src/out/ got/',
        ],
      ].join('\n'),
    );
    const got = join(last?.root ?? '', 'app', 'got');
    expect(readFileSync(join(got, 'x'), 'utf8')).toBe('made\n');
    expect(last?.environment).toEqual({ PLACE: got, OTHER: '/usr/nothing' });
  });

  it('begin where another stage has ended', async () => {
    const [, one, other] = await build(
      [
        ...['FROM a:1 AS base', 'WORKDIR /src', 'ENV WHAT=made', 'COPY package.json ./'],
        ...['FROM base AS one', 'RUN echo $WHAT > x', 'FROM base', 'RUN cp package.json y'],
      ].join('\n'),
    );
    const at = (stage: typeof one, path: string) => join(stage?.root ?? '', 'src', path);
    expect(readFileSync(at(one, 'x'), 'utf8')).toBe('made\n');
    expect(readFileSync(at(other, 'y'), 'utf8')).toBe('{}');
    expect(existsSync(at(other, 'x'))).toBe(false);
  });

  it.each([
    ['FROM a:1\nRUN echo no; exit 3', /ended with code 3:\nno/],
    ['FROM a:1\nCOPY nothing ./', /ENOENT/],
    ['FROM a:1\nCOPY --from=b /x ./', /no stage b/],
  ])('fail where the engine would: %j', async (text, message) => {
    await expect(build(text)).rejects.toThrow(message);
  });
});
