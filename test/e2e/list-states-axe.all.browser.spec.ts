import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { findings } from '#test/fixtures/page/axe.ts';
import { type Answer, migrationOf } from '#test/fixtures/service/fake-service.ts';

test.use({ shared: true });

const apiError = (status: number, message: string): Answer => ({ status, body: { type: 'api_error', message } });
const rows: Answer = { body: { results: [migrationOf(1), migrationOf(2)], page: { size: 25, total: 2 } } };

/** The states of a list in order, each with a string that the page shows. */
const statesOf = (things: string, twoRows: string): readonly (readonly [Answer, string])[] => [
  [{ body: { results: [], page: { size: 25, total: 0 } } }, `No ${things} yet`],
  [apiError(403, 'scope is missing'), `This key can't list ${things}`],
  [apiError(503, 'upstream is busy'), 'The service failed three times'],
  [rows, twoRows],
  [(request) => void request.socket.destroy(), 'No connection to the service.'],
];

for (const [name, things, twoRows] of [
  ['Overview', 'migrations', '2 migrations'],
  ['Migrations', 'migrations', 'Rows 1–2 of 2'],
  ['Companies', 'companies', 'Rows 1–2 of 2'],
] as const) {
  test(
    `axe finds nothing on ${name} while its list is empty, forbidden, failing, loaded or stale`,
    { tag: '@C21' },
    async ({ console: { page }, fakeService }) => {
      // Rows that load automatically would consume the replies of the next state.
      await mustCall(page, 'settings', 'change', { loadAllBySelf: false });
      const answer = (given: Answer) => {
        for (const path of ['/api/v1/migrations', '/api/v1/companies']) fakeService.answer(path, given);
      };
      const states = statesOf(things, twoRows);
      answer(states[0]![0]);
      await useProfile(page, fakeService.url);
      await page.getByRole('navigation').getByRole('link', { name }).click();
      for (const [given, text] of states) {
        answer(given);
        await page.keyboard.press('F5');
        await expect(page.getByRole('main')).toContainText(text);
        expect(await findings(page), text).toEqual([]);
      }
    },
  );
}
