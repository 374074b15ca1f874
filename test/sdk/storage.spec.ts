import { expect, test } from './sdk-test.ts';

test(
  'with blocked localStorage the SDK keeps tokens in memory, and nothing throws',
  { tag: ['@S6', '@F30'] },
  async ({ host }) => {
    await host.page.evaluate(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    });
    expect(await host.start()).toBeNull();
    await host.page.evaluate('Ferry.close()');
    expect(await host.init()).toMatchObject({ userId: 'ada@aurora.example' });
  },
);

test('with full localStorage the newest token is resumed', { tag: ['@S6', '@F30'] }, async ({ host }) => {
  await host.start();
  await host.page.evaluate('Ferry.close()');
  await host.page.evaluate(() => {
    for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2)) {
      try {
        localStorage.setItem(`filler ${size}`, 'x'.repeat(size));
      } catch {}
    }
  });
  expect(await host.start({ userId: 'bo-with-a-much-longer-name-than-before@aurora.example' })).toBeNull();
  await host.page.evaluate('Ferry.close()');
  expect(await host.init()).toMatchObject({ userId: 'bo-with-a-much-longer-name-than-before@aurora.example' });
});

test('the end of a modal doesn’t clear a newer token that another tab has stored', { tag: '@S6' }, async ({ host }) => {
  await host.start();
  await host.page.evaluate(() => {
    const [key] = Object.keys(localStorage);
    localStorage.setItem(key!, '{"token":"newer","userId":"bo@aurora.example"}');
  });
  await host.modal.getByRole('button', { name: 'Close', exact: true }).first().click();
  await expect(host.page.locator('iframe')).toHaveCount(0);
  expect(await host.page.evaluate('Object.values(localStorage)[0]')).toContain('newer');
});
