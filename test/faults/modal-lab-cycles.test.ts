import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleDoor, openElectronHost } from '#test/fixtures/console-door.ts';
import { listeningPorts } from '#test/fixtures/listening-ports.ts';

const cycles = process.env['FERRY_SOAK'] === '1' ? 100 : 10;

let door: ConsoleDoor;
beforeAll(async () => {
  door = await openElectronHost();
}, 60_000);
afterAll(() => door.close());

test(`C16 [fault] ${cycles} of 100 open and close cycles of the lab leave no guest, listener, server or port behind`, async () => {
  const { electron, page } = door;
  if (!electron || !page) throw new Error('no Electron');
  const main = electron.process().pid ?? 0;
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).first();
  const cycle = async () => {
    await page.getByText('Listening for events').waitFor();
    await button('New token and open').click();
    await page.getByRole('log').getByText('migration_modal').first().waitFor();
    await button('Close').click();
    await page.getByRole('log').getByText('modal closed').waitFor();
    const address = await page.locator('.guest-address .mono').textContent();
    await button('Start over').click();
    await expect.poll(() => page.locator('.guest-address .mono').textContent()).not.toBe(address);
  };
  const count = () =>
    electron.evaluate(({ webContents, session }) => ({
      contents: webContents.getAllWebContents().length,
      downloads: session.fromPartition('ferry-lab-1').listenerCount('will-download'),
      window: webContents
        .getAllWebContents()
        .filter((each) => each.getType() === 'window')
        .map((each) => each.eventNames().reduce((sum, name) => sum + each.listenerCount(String(name)), 0)),
    }));

  // The debugger's own ports.
  const others = listeningPorts(main);
  await page.getByRole('link', { name: 'Modal lab' }).click();
  await cycle();
  await page.getByText('Listening for events').waitFor();
  const before = { ports: listeningPorts(main).length, ...(await count()) };
  expect(before).toMatchObject({ ports: others.length + 1, contents: 2, downloads: 1 });
  for (let index = 0; index < cycles; index += 1) await cycle();
  await page.getByText('Listening for events').waitFor();
  expect({ ports: listeningPorts(main).length, ...(await count()) }).toEqual(before);

  // Another profile ends the lab with its server, and the page with its guest.
  const draft = { name: 'Elsewhere', environment: 'test', baseURL: 'http://127.0.0.1:9' };
  const added = (await door.call('profiles', 'add', draft)) as { value: { id: string } };
  await page.getByRole('link', { name: 'Requests' }).click();
  await door.call('profiles', 'switch', { id: added.value.id });
  await expect.poll(() => listeningPorts(main)).toEqual(others);
  await expect.poll(async () => (await count()).contents).toBe(1);
}, 600_000);
