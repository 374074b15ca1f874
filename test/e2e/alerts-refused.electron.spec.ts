import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { goTo } from '#test/page-models/reading-pages.ts';

// The shared console has no session bus, so its desktop can't show notifications.
test.use({ shared: true });

test(
  'the alert list says if the system can’t show notifications',
  { tag: '@C50' },
  async ({ console: { page, pageErrors } }) => {
    const { rows } = await mustCall<{ rows: readonly { value: { id: string; status: string } }[] }>(
      page,
      'migrations',
      'list',
      { page: 1, pageSize: 100 },
    );
    const working = rows.find(({ value }) => value.status === 'WORKING')?.value;
    if (!working) throw new Error('The Sandbox has no migration at work.');
    // Reading the timeline records the first status, so the failure counts as a change.
    await mustCall(page, 'timeline', 'get', { id: working.id });
    await mustCall(page, 'alerts', 'saveRule', {
      id: 'failed',
      isOn: true,
      when: { kind: 'status', status: 'FAILED' },
      of: { kind: 'any' },
      notifies: true,
    });
    await mustCall(page, 'sandbox', 'moveMigration', { id: working.id, status: 'FAILED' });
    await mustCall(page, 'migrations', 'get', { id: working.id });
    const canNotify = async () =>
      (await mustCall<{ canNotify: boolean | null }>(page, 'alerts', 'notices', {})).canNotify;
    await expect.poll(canNotify).toBe(false);
    await goTo(page, '/alerts');
    await expect(page.getByText('Notifications are blocked.')).toBeVisible();
    await expect(page.getByText("Your system blocks the console's notifications.")).toBeVisible();
    expect(pageErrors).toEqual([]);
  },
);
