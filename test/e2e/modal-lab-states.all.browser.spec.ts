import { callConsole } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useService } from '#test/fixtures/console/service-profile.ts';
import { ModalLabPage } from '#test/page-models/modal-lab-page.ts';
import { type FerryService, startFerryService } from '#test/sdk/ferry-service.ts';

test.use({ shared: true });

let service: FerryService;
test.beforeEach(async () => {
  service = await startFerryService();
});
test.afterEach(() => service.stop());

const linkToken = { method: 'POST', path: '/api/v1/link-token' };
const modalPage = { method: 'GET', path: '/modal/*' };
const disturb = (match: object, effect: object) =>
  service.call('POST', '/control/faults', { rules: [{ match, effect }] });
const clearFaults = () => service.call('DELETE', '/control/faults');

test(
  'modal lab: each service error has a named state and a button to continue',
  { tag: ['@C16', '@F26'] },
  async ({ console: open }) => {
    const lab = new ModalLabPage(open);
    const id = await useService(open.page, service);
    await lab.show();

    await disturb(linkToken, { drop: true });
    await lab.button('New token and open').click();
    await expect(lab.problem).toContainText('A link token may have been created. If so, it expires within 60 s.');
    await clearFaults();
    await lab.problem.getByRole('button', { name: 'Create another token' }).click();
    await expect(lab.modal.getByText('Where is your data now?')).toBeVisible();
    await lab.button('Close').click();

    await disturb(modalPage, { headers: { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" } });
    await lab.button('New token and open').click();
    await expect(lab.problem).toContainText("The modal can't be embedded here");
    await expect(lab.problem).toContainText("frame-ancestors 'none'");
    await clearFaults();
    await disturb(modalPage, { body: '<!doctype html><p>No modal</p>' });
    await lab.problem.getByRole('button', { name: 'New token and open' }).click();
    await expect(lab.problem).toContainText("The modal isn't responding");
    await clearFaults();

    await disturb({ method: 'POST', path: '/api/v1/access-token' }, { status: 503 });
    await lab.problem.getByRole('button', { name: 'New token and open' }).click();
    await expect(lab.problem).toContainText("The service isn't responding");
    await clearFaults();

    await service.goOffline();
    await lab.problem.getByRole('button', { name: 'New token and open' }).click();
    await expect(lab.problem).toContainText('No connection to the service');
    // The restarted service rejects the earlier key.
    await service.restart();
    await lab.problem.getByRole('button', { name: 'New token and open' }).click();
    await expect(lab.problem).toContainText('The key was rejected');

    const baseURL = 'http://127.0.0.1:9';
    await callConsole(open.page, 'profiles', 'edit', { id, changes: { baseURL } });
    await expect(lab.problem).toContainText("The service's base URL changed");
    await lab.problem.getByRole('button', { name: 'Start over' }).click();
    await expect(lab.problem).not.toContainText("The service's base URL changed");
    await expect(lab.isListening).toBeVisible();
    await lab.button('New token and open').click();
    await expect(lab.problem).toContainText('The key belongs to another base URL');
    await lab.problem.getByRole('button', { name: 'Enter a key' }).click();
    await expect(open.page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  },
);
