import type { FrameLocator, Locator, Page } from '@playwright/test';
import { expect, type Host, type PageOptions } from './sdk-test.ts';

/** The heading of the current step. */
export const heading = (host: Host): Locator => host.modal.getByRole('heading', { level: 1 });

/** Opens a modal and waits for its first step. */
export const openModal = async (host: Host, options: PageOptions = {}): Promise<void> => {
  expect(await host.start(options)).toBeNull();
  await expect(heading(host)).toHaveText('Where is your data now?');
};

/** Fills in and submits the selected provider's login. */
export const logIn = async (modal: FrameLocator | Page, email: string): Promise<void> => {
  await modal.getByLabel('Email').fill(email);
  await modal.getByLabel('Password', { exact: true }).fill('secret');
  await modal.getByRole('button', { name: 'Log in' }).click();
};

/** Chooses Ledgerline if needed, and logs in as a practice user. */
export const chooseAndLogIn = async ({ modal }: Host, user: string): Promise<void> => {
  const choose = modal.getByRole('button', { name: /Ledgerline/ });
  await expect(choose.or(modal.getByLabel('Email'))).toBeVisible();
  if (await choose.isVisible()) await choose.click();
  await logIn(modal, `${user}@aurora.example`);
};

/** Chooses a provider, logs in as a practice user, and consents to the copy. */
export const beginCopy = async (host: Host, user: string): Promise<void> => {
  await chooseAndLogIn(host, user);
  await host.modal.getByRole('button', { name: 'Start' }).click();
};
