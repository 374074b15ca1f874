/** What a person does on a page and waits for. */
export type FeltStep = 'drawer' | 'palette' | 'sort' | 'filter';

/** How long a step took to be painted, and how long a copy of the same elements takes that is put into the page. */
export interface FeltTimes {
  readonly felt: number;
  readonly bare: number;
}

/** Does a step once in the page itself, and takes it back. Self-contained: it runs in the page. */
export async function takeFeltStep(step: FeltStep): Promise<FeltTimes> {
  const find = (selector: string): HTMLElement => {
    const element = document.querySelector<HTMLElement>(selector);
    if (!element) throw new Error(`The page has no ${selector}.`);
    return element;
  };
  const painted = () =>
    new Promise<number>((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now()));
        port1.start();
        port2.postMessage(null);
      }),
    );
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const giveUp = setTimeout(() => reject(new Error(`${step} was not shown within 20 s.`)), 20_000);
      const look = (): void => {
        if (!isSo()) return;
        observer.disconnect();
        clearTimeout(giveUp);
        resolve();
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
      look();
    });
  const press = (on: EventTarget, key: string, ctrlKey = false) =>
    on.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }));
  const firstRow = () => find('tr[data-index="0"]').dataset['rowId'];
  const type = (text: string): void => {
    const field = find('input[type="search"], input[placeholder^="Find"]') as HTMLInputElement;
    // React reads what was typed by the value that the element's own class keeps.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const created = (): HTMLElement => {
    const heads = [...document.querySelectorAll<HTMLElement>('th button')];
    const head = heads.find(({ textContent }) => textContent.trim() === 'Created');
    if (!head) throw new Error('The table has no head "Created".');
    return head;
  };
  const isGone = (selector: string) => () => document.querySelector(selector) === null;

  const before = firstRow();
  const other = () => firstRow() !== before;
  const steps = {
    drawer: {
      act: () => find('tr[data-index="0"] td:nth-child(2)').click(),
      shown: () => document.querySelector('aside.drawer .drawer-id') !== null,
      made: 'aside.drawer',
      back: async () => {
        press(find('aside.drawer'), 'Escape');
        await until(isGone('aside.drawer'));
      },
    },
    palette: {
      act: () => press(document.body, 'k', true),
      shown: () => document.querySelector('.palette-input') !== null,
      made: '.palette',
      back: async () => {
        press(find('.palette-input'), 'Escape');
        await until(isGone('.palette'));
      },
    },
    sort: {
      act: () => created().click(),
      shown: other,
      made: 'table',
      // The other way round, and then as the list is by itself: in the same order.
      back: async () => {
        created().click();
        await until(() => firstRow() === before);
        created().click();
        await painted();
      },
    },
    filter: {
      act: () => type('gm'),
      shown: other,
      made: 'table',
      back: async () => {
        type('');
        await until(() => firstRow() === before);
      },
    },
  } satisfies Record<FeltStep, unknown>;
  const { act, shown, made, back } = steps[step];

  await painted();
  const startedAt = performance.now();
  act();
  await until(shown);
  const felt = (await painted()) - startedAt;

  const copy = find(made).cloneNode(true);
  const place = document.createElement('div');
  Object.assign(place.style, { position: 'fixed', inset: '0', overflow: 'hidden' });
  document.body.append(place);
  await painted();
  const bareAt = performance.now();
  place.append(copy);
  const bare = (await painted()) - bareAt;
  place.remove();
  await back();
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { felt, bare };
}
