import type { FerryService } from './ferry-service.ts';
import { heading } from './modal-steps.ts';
import { expect, type Host, test } from './sdk-test.ts';

/**
 * Visual faults of the modal, one line each: truncated text, horizontal scrolling, small controls, invisible focus or
 * icons.
 */
const findFlaws = async ({ page, frame }: Host): Promise<string[]> => {
  // Pressing any key turns on visible focus.
  await page.keyboard.press('Shift');
  return (await frame()).evaluate(() => {
    const found: string[] = [];
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ''}.${element.className} "${element.textContent?.trim().slice(0, 40)}"`;
    const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} px wide in ${innerWidth}`);
    const aside = [...document.querySelectorAll('#card *')].filter((one) => one.scrollLeft !== 0);
    for (const element of aside) found.push(`scrolled aside: ${nameOf(element)}`);
    const place = document.querySelector('dialog[open]') ?? document.querySelector('#card');
    for (const element of place?.querySelectorAll('*') ?? []) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!hasText || !isShown(element) || element.closest('.hidden-text')) continue;
      const range = document.createRange();
      range.selectNodeContents(element);
      const text = range.getBoundingClientRect();
      for (let around: Element | null = element; around && around !== root; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around);
        const box = around.getBoundingClientRect();
        if (overflowX !== 'visible' && (text.left < box.left - 1 || text.right > box.right + 1))
          found.push(`cut at the side: ${nameOf(element)}`);
        if (['hidden', 'clip'].includes(overflowY) && around.id !== 'card' && text.bottom > box.bottom + 1)
          found.push(`cut at the foot: ${nameOf(element)}`);
      }
    }
    const luminance = (colour: string): number => {
      const parts = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Number(part) / 255);
      const [red = 0, green = 0, blue = 0] = parts.map((part) =>
        part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const backgroundOf = (element: Element | null): string => {
      const { backgroundColor } = getComputedStyle(element ?? root);
      const isClear = backgroundColor === 'rgba(0, 0, 0, 0)';
      return isClear && element?.parentElement ? backgroundOf(element.parentElement) : backgroundColor;
    };
    for (const icon of place?.querySelectorAll('svg:not(.sprite svg, .scene svg)') ?? []) {
      const { stroke } = getComputedStyle(icon);
      if (stroke === 'none' || !isShown(icon)) continue;
      const [low = 0, high = 0] = [luminance(stroke), luminance(backgroundOf(icon))].toSorted((a, b) => a - b);
      if ((high + 0.05) / (low + 0.05) < 3)
        found.push(`icon ${stroke} on ${backgroundOf(icon)} in ${icon.parentElement?.className}`);
    }
    for (const control of place?.querySelectorAll<HTMLElement>('button, input, summary, a, [tabindex="0"]') ?? []) {
      if (!isShown(control)) continue;
      const area = (control.closest('label:has([type=radio])') ?? control).getBoundingClientRect();
      if (area.width < 24 || area.height < 24)
        found.push(`${Math.round(area.width)} x ${Math.round(area.height)} px: ${nameOf(control)}`);
      const siblings = control.parentElement?.children ?? [];
      const around = [...siblings, control.parentElement, control.parentElement?.parentElement].filter((one) => !!one);
      const look = () =>
        around
          .map((one) => {
            const { outlineStyle, outlineWidth, borderColor, boxShadow } = getComputedStyle(one);
            return `${outlineStyle} ${outlineStyle === 'none' ? '' : outlineWidth} ${borderColor} ${boxShadow}`;
          })
          .join();
      const before = document.activeElement as HTMLElement | null;
      before?.blur();
      const unfocusedLook = look();
      control.focus();
      if (document.activeElement === control && look() === unfocusedLook)
        found.push(`invisible focus: ${nameOf(control)}`);
      before?.focus();
    }
    return found;
  });
};

/** Walks through every state of the modal, recognized by its elements, and checks each. */
const walk = async (host: Host, service: FerryService, locale: string, look: (state: string) => Promise<void>) => {
  const { modal, page } = host;
  const title = heading(host);
  const provider = (name: string) => modal.locator('.provider', { hasText: name });
  /** Runs the action and waits for another heading. */
  const actAndWait = async (act: () => Promise<unknown>): Promise<void> => {
    const before = (await title.textContent()) ?? '';
    await act();
    await expect(title).not.toHaveText(before);
  };
  const fill = async (user: string): Promise<void> => {
    if (await provider('Ledgerline').isVisible()) await actAndWait(() => provider('Ledgerline').click());
    await modal.locator('[name=user]').fill(`${user}@aurora.example`);
    await modal.locator('[name=password]').fill('secret');
  };
  const primary = modal.locator('.actions .primary');
  const logIn = async (user: string): Promise<void> => {
    await fill(user);
    await actAndWait(() => primary.click());
  };
  const lastWay = modal.locator('.actions button').last();
  const open = async (): Promise<void> => {
    await page.evaluate('Ferry.close()');
    expect(await host.start({ locale, startNew: true })).toBeNull();
    await expect(provider('Ledgerline')).toBeVisible();
  };

  await open();
  await look('list');
  await modal.locator('.search input').fill('zzz');
  await expect(modal.locator('.nothing')).toBeVisible();
  await look('nothing found');
  await actAndWait(() => modal.locator('.not-listed').click());
  await look('not listed');
  await actAndWait(() => modal.locator('.actions button').first().click());
  await actAndWait(() => provider('Ledgerline').click());
  await modal.locator('summary').click();
  await look('log-in');
  await fill('wrong');
  await primary.click();
  await expect(modal.locator('#refusal')).toBeVisible();
  await look('refused');
  for (const state of ['locked', 'down', 'second-factor', 'companies']) {
    await logIn(state);
    await look(state);
    if (state === 'second-factor') {
      await modal.locator('#code').fill('000000');
      await primary.click();
      await expect(modal.locator('#refusal')).toBeVisible();
      await look('wrong code');
    }
    await actAndWait(() => lastWay.click());
  }
  if (!(await provider('Harborpay').isVisible())) await actAndWait(() => lastWay.click());
  await actAndWait(() => provider('Harborpay').click());
  await look('window');
  const [other] = await Promise.all([page.waitForEvent('popup'), primary.click()]);
  await expect(modal.locator('.asked-window')).toBeVisible();
  await look('window open');
  await other.close();
  await actAndWait(() => lastWay.click());

  await logIn('slow');
  await look('consent');
  const consent = (await title.textContent()) ?? '';
  await actAndWait(() => primary.click());
  const copying = (await title.textContent()) ?? '';
  await look('copying');
  await modal.locator('#close').click();
  await expect(modal.locator('#leave')).toBeVisible();
  await look('leave');
  for (const [user, name] of [
    ['needs-input', 'question'],
    ['good', 'done'],
    ['partial', 'gaps'],
    ['failing', 'stopped'],
    ['abandons', 'not finished'],
  ] as const) {
    await open();
    await logIn(user);
    if (user !== 'abandons') {
      await primary.click();
      // The copy runs automatically and may already have finished.
      await expect(title).not.toHaveText(consent);
      await service.call('POST', '/control/clock', { advance_seconds: 9 });
      await expect.poll(async () => [consent, copying].includes((await title.textContent()) ?? '')).toBe(false);
    }
    await look(name);
  }
  await open();
  await actAndWait(() => service.call('POST', '/control/tokens/expire'));
  await look('open too long');
};

/**
 * Holds the reply to each of the end user's requests. Meanwhile, `look` checks the page, and every enabled control is
 * pressed again. Resolves with a list of the requests.
 */
const holdCalls = async (host: Host, look: (state: string) => Promise<void>): Promise<readonly string[]> => {
  const sent: string[] = [];
  let stored: string | undefined;
  await host.page.route('**/modal/*/*', async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    if (route.request().method() !== 'POST') return route.continue();
    sent.push(stored === undefined ? name : `${name} again`);
    if (stored !== undefined) return route.continue();
    stored = name;
    const title = (await heading(host).textContent()) ?? '';
    await expect(host.modal.locator('#card.busy')).toBeVisible();
    await look(`${name}, waiting`);
    await (
      await host.frame()
    ).evaluate(() => {
      for (const button of document.querySelectorAll<HTMLElement>('.provider, .actions .primary')) button.click();
    });
    await expect(heading(host)).toHaveText(title);
    await expect(host.modal.locator('#notice')).toBeHidden();
    stored = undefined;
    return route.continue();
  });
  return sent;
};

// German, with long words, on a phone; and the mirrored page at 1280 x 800, 200 % zoom and a slow network.
for (const [locale, width, height, network] of [
  ['de', 375, 667, 'quick'],
  ['ar', 640, 400, 'slow'],
] as const)
  test(
    `in ${locale}, ${width} x ${height}, ${network} network, every state is complete and usable, even in forced colors`,
    { tag: '@X4' },
    async ({ host, service }) => {
      test.setTimeout(400_000);
      await host.page.setViewportSize({ width, height });
      const flaws: Record<string, string[]> = {};
      const look = async (state: string): Promise<void> => {
        flaws[state] = await findFlaws(host);
        await host.page.emulateMedia({ forcedColors: 'active' });
        flaws[`${state}, forced colours`] = await findFlaws(host);
        await host.page.emulateMedia({ forcedColors: 'none' });
      };
      const sent = network === 'slow' ? await holdCalls(host, look) : null;
      await walk(host, service, locale, look);
      expect(Object.fromEntries(Object.entries(flaws).filter(([, found]) => found.length > 0))).toEqual({});
      expect(Object.keys(flaws).length).toBeGreaterThan(40);
      if (sent === null) return;
      await expect(host.modal.locator('#card.busy')).toHaveCount(0);
      expect([...new Set(sent)].toSorted()).toEqual(['begin', 'code', 'login', 'provider']);
    },
  );
