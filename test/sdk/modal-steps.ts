import { expect, type Host, type PageOptions } from './sdk-test.ts';

/** Opens a modal and waits for its first step. */
export const openModal = async (host: Host, options: PageOptions = {}): Promise<void> => {
  expect(await host.start(options)).toBeNull();
  await expect(host.modal.getByRole('heading', { level: 1 })).toHaveText('Where is your data now?');
};

/** Chooses Ledgerline, where that is still to be done, and logs in as a practice user. */
export const chooseAndLogIn = async ({ modal }: Host, user: string): Promise<void> => {
  const choose = modal.getByRole('button', { name: /Ledgerline/ });
  await expect(choose.or(modal.getByLabel('Email'))).toBeVisible();
  if (await choose.isVisible()) await choose.click();
  await modal.getByLabel('Email').fill(`${user}@aurora.example`);
  await modal.getByLabel('Password', { exact: true }).fill('secret');
  await modal.getByRole('button', { name: 'Log in' }).click();
};
