import { expect, test } from 'vitest';
import playwrightConfig from '../../playwright.config.ts';
import vitestConfig from '../../vitest.config.ts';
import { allStages, testStages } from './suites.ts';

const session = { wrap: (command: readonly string[]) => command, remove: () => undefined };
const namesOf = (stages: ReturnType<typeof testStages>) => stages.flat(2).map(({ name }) => name);

test('`npm test` or `npm run test:all` runs each Vitest and Playwright project, and no project runs in both', () => {
  const vitest = (vitestConfig.test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project ? [String(project.test?.name)] : [],
  );
  const playwright = (playwrightConfig.projects ?? []).map(({ name }) => name ?? '');
  const projects = [...vitest, ...playwright].toSorted();
  // Two halves of a project share its name.
  const run = [...new Set(namesOf(testStages(session))), ...new Set(namesOf(allStages(session)))];
  expect(run.filter((name) => projects.includes(name)).toSorted()).toEqual(projects);
});
