import { expect, test } from 'vitest';
import playwrightConfig from '../../playwright.config.ts';
import vitestConfig from '../../vitest.config.ts';
import { allStages, testStages } from './suites.ts';

const session = { wrap: (command: readonly string[]) => command, remove: () => undefined };
test('either `npm test` or `npm run test:all` runs each Vitest and Playwright project once, whole or in halves', () => {
  const vitest = (vitestConfig.test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project ? [String(project.test?.name)] : [],
  );
  const playwright = (playwrightConfig.projects ?? []).map(({ name }) => name ?? '');
  const runs = [testStages(session), allStages(session)].map((stages) => stages.flat(2));
  const partsOf = (project: string) =>
    runs.map((suites) => suites.filter(({ name }) => name === project).map(({ half = 'whole' }) => half));
  for (const project of [...vitest, ...playwright])
    expect(
      [
        [['whole'], []],
        [[], ['whole']],
        [[1, 2], []],
        [[], [1, 2]],
      ],
      project,
    ).toContainEqual(partsOf(project));
});
