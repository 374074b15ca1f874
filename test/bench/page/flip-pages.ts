/**
 * Presses Next page and Previous page alternately, each time right after a frame, and measures until the callback of
 * the first frame with other rows. Self-contained: it runs in the page.
 */
export async function flipTimes(flips: number): Promise<number[]> {
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now())));
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const firstId = () => document.querySelector('.data-table tr[data-row-id]')?.getAttribute('data-row-id');
  const button = (name: string) => document.querySelector<HTMLElement>(`button[aria-label="${name}"]`);
  const took: number[] = [];
  for (let flip = 0; flip < flips; flip += 1) {
    await pause(60);
    await frame();
    // Waits until the frame is painted, so that the flip has the whole next frame.
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve());
      port1.start();
      port2.postMessage(null);
    });
    const before = firstId();
    const startedAt = performance.now();
    button(flip % 2 === 0 ? 'Next page' : 'Previous page')?.click();
    let shownAt = 0;
    for (let frames = 0; frames < 60 && shownAt === 0; frames += 1) {
      const at = await frame();
      if (firstId() !== before) shownAt = at;
    }
    took.push(shownAt === 0 ? Number.POSITIVE_INFINITY : shownAt - startedAt);
  }
  return took;
}

/**
 * Replaces the page with an inert copy, whose two buttons swap two prepared sets of rows. Measures the browser's own
 * cost of a flip. Self-contained: it runs in the page.
 */
export async function leaveCopy(): Promise<void> {
  const find = <Found extends HTMLElement>(selector: string, within: ParentNode = document): Found => {
    const found = within.querySelector<Found>(selector);
    if (!found) throw new Error(`The page has no ${selector}.`);
    return found;
  };
  const rows = '.data-table tbody';
  const firstId = () => find(`${rows} tr[data-row-id]`).getAttribute('data-row-id');
  const press = async (name: string) => {
    const before = firstId();
    find(`button[aria-label="${name}"]`).click();
    for (let frames = 0; frames < 600 && firstId() === before; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  };
  await press('Next page');
  const next = find(rows).cloneNode(true) as HTMLElement;
  await press('Previous page');
  const root = find('#root');
  const copy = root.cloneNode(true) as HTMLElement;
  const previous = find(rows, copy);
  find('button[aria-label="Next page"]', copy).addEventListener('click', () => previous.replaceWith(next));
  const back = find<HTMLButtonElement>('button[aria-label="Previous page"]', copy);
  back.disabled = false;
  back.addEventListener('click', () => next.replaceWith(previous));
  root.replaceWith(copy);
}
