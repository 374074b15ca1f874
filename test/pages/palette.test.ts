import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { eventually } from './eventually.ts';
import { goTo, openPages } from './open-pages.ts';

const pages = openPages();

const open = async (): Promise<HTMLElement> => {
  pages.fakeService.answer('/api/v1/migrations', {
    body: { results: [migrationOf(1)], page: { size: 25, total: 1 } },
  });
  await pages.useProfile();
  goTo('/migrations');
  await screen.findByRole('table', { name: 'Migrations' });
  await userEvent.keyboard('{Control>}k{/Control}');
  return screen.findByRole('combobox', { name: 'User, company, page, action or ID' });
};
const filters = (): (string | null)[] => {
  const group = screen.queryByRole('group', { name: 'Filters' });
  return group
    ? within(group)
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
    : [];
};

test('filter entries stay while those of the next input are searched, and Enter waits', { tags: '@C32' }, async () => {
  const field = await open();
  await userEvent.type(field, 'status:failed');
  await eventually(() => expect(filters()[0]).toContain('Filter by status:failed'));
  const pendingReplies: (() => void)[] = [];
  const release = pages.intercept('loaded/groups', async (args, ask) => {
    await new Promise<void>((resolve) => pendingReplies.push(resolve));
    return ask(args);
  });
  await userEvent.type(field, ',working');
  await eventually(() => expect(pendingReplies.length).toBeGreaterThan(0));
  expect(filters()[0]).toContain('Filter by status:failed');
  expect(screen.queryByText('No matches.')).toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('dialog', { name: 'Go to' })).not.toBeNull();
  release();
  for (const resolve of pendingReplies) resolve();
  await eventually(() => expect(screen.queryByRole('dialog', { name: 'Go to' })).toBeNull());
  await eventually(() => expect(window.location.href).toMatch(/status=.*FAILED.*WORKING/));
});

test('a search of all profiles says how many profiles it searched', { tags: '@C45' }, async () => {
  await pages.useProfile('Refusing');
  const field = await open();
  const ofProfile = (profileId: string, name: string, more: object) => ({
    profileId,
    name,
    environment: 'test',
    colour: '#1F6E63',
    phase: 'searched',
    rows: 1,
    total: 1,
    matched: 0,
    migrations: [],
    problem: null,
    ...more,
  });
  const { profiles } = await pages.call<{ profiles: { id: string; name: string }[] }>('profiles', 'list', {});
  const problem = { code: 'forbidden', at: '2026-11-20T10:00:00.000Z' };
  pages.intercept('everywhere/search', async () => ({
    ok: true,
    value: profiles.map(({ id, name }) =>
      ofProfile(id, name, name === 'Brightwater' ? { matched: 2 } : { phase: 'failed', problem }),
    ),
  }));
  await userEvent.type(field, 'ada');
  await screen.findByRole('option', { name: /Search all profiles for/ });
  await userEvent.keyboard('{Alt>}{Enter}{/Alt}');
  const dialog = await screen.findByRole('dialog', { name: /Search all profiles/ });
  await eventually(() => expect(dialog.textContent).toContain('2 found. 1 of 3 profiles searched.'));
  expect(within(dialog).getByRole('listitem', { name: 'Refusing' }).textContent).toContain("This key can't");
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
});
