import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import type { OpenConsole } from '#test/fixtures/console/open-console.ts';
import { migrationOf, startFakeService, type FakeService } from '#test/fixtures/service/fake-service.ts';
import { ModalLabPage } from '#test/page-models/modal-lab-page.ts';
import { SettingsPage } from '#test/page-models/settings-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';
import { WelcomePage } from '#test/page-models/welcome-page.ts';

export const storedKey = 'ferry_test_installed_key_7777';
const migration = migrationOf(1, { status: 'WORKING' });

/** An organization's service with one migration. */
export interface Organization {
  readonly url: string;
  /** Moves its migration to this status. */
  readonly become: (status: string) => void;
  readonly close: () => Promise<void>;
}

export async function startOrganization(): Promise<Organization> {
  const service: FakeService = await startFakeService();
  const become = (status: string) =>
    service.answer('/api/v1/migrations', {
      body: { results: [{ ...migration, status }], page: { size: 25, total: 1 } },
    });
  become('WORKING');
  return { url: service.url, become, close: service.close };
}

type InstalledConsole = Pick<OpenConsole, 'page' | 'electron'>;

/** Waits for the Sandbox's first page of migrations. */
export const seeTheSandbox = async (page: Page): Promise<void> =>
  expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);

/** Opens the modal lab on the Sandbox and finishes the modal as a practice user. */
export async function finishModalFlow(open: InstalledConsole): Promise<void> {
  const lab = new ModalLabPage({ ...open, userData: '', pid: 0, pageErrors: [] });
  await lab.show();
  await lab.button('New token and open').click();
  await lab.logIn('good');
  await expect(lab.event('migration_modal.completed')).toBeVisible({ timeout: 30_000 });
  await expect(lab.flow).toContainText('Completed');
  await lab.button('Close').click();
  await expect(lab.event('modal closed')).toBeVisible();
}

/** The number of status changes that the console has observed. */
const seenChanges = async (page: Page): Promise<number> =>
  (await mustCall<{ changes: unknown[] }>(page, 'timeline', 'get', { id: migration.id })).changes.length;

/** Connects the organization and stores its key, selects the dark theme, and waits for one status change. */
export async function makeTestTraces(page: Page, organization: Organization): Promise<void> {
  organization.become('WORKING');
  const welcome = new WelcomePage(page);
  await welcome.open();
  await welcome.baseAddress.fill(organization.url);
  await welcome.key.fill(storedKey);
  await welcome.connect.click();
  const { rows, table } = new TablePage(page, 'Migrations');
  await expect(rows).toHaveCount(1);
  await mustCall(page, 'settings', 'change', { theme: 'dark' });
  organization.become('COMPLETE');
  await page.keyboard.press('F5');
  await expect(table).toContainText('Complete');
  await expect.poll(() => seenChanges(page)).toBe(2);
}

/** Expects the settings, key and timeline from `makeTestTraces`. */
export async function seeTheTraces(page: Page): Promise<void> {
  await expect(new TablePage(page, 'Migrations').rows).toHaveCount(1);
  const { activeId } = await mustCall<{ activeId: string }>(page, 'profiles', 'list', {});
  const state = await mustCall<object>(page, 'apiKey', 'state', { profileId: activeId });
  expect(state).toMatchObject({ keychain: { state: 'ok' }, key: { storage: 'keychain', lastFour: '7777' } });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await seenChanges(page)).toBe(2);
  const settings = new SettingsPage(page);
  await settings.open();
  await expect(settings.keyCard).toContainText('ends ····7777');
}

/** Files below a folder that contain the stored key in plain text. The keyring's own files are encrypted. */
export const filesWithTheKey = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(storedKey));
