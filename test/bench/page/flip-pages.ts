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
