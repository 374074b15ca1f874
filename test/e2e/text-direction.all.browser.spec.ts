import { chromium } from '@playwright/test';
import fc from 'fast-check';
import { directionOf } from '#ui/values/text-direction.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { sampleSeed } from '#test/fixtures/values/samples.ts';

const letters = {
  latin: [...'abzÉß'],
  hebrew: [...'אבגשת'],
  arabic: [...'ابتشر'],
};
const word = fc.oneof(
  ...Object.values(letters).map((letter) =>
    fc.array(fc.constantFrom(...letter), { minLength: 1, maxLength: 8 }).map((chosen) => chosen.join('')),
  ),
);
const name = fc.array(fc.oneof(word, fc.constantFrom('12', '(3)', '&', '-')), { minLength: 1, maxLength: 5 });
/** The host name uses Latin letters, because other letters appear as `xn--`. */
const address = fc.tuple(word, word).map(([first, last]) => `${first}.${last}@example.com`);
const texts = fc.sample(
  fc.oneof(
    name.map((parts) => parts.join(' ')),
    address,
  ),
  { seed: sampleSeed, numRuns: 200 },
);

test(
  'right-to-left strings do not move their neighbors, and an email address keeps its order',
  { tag: '@C21' },
  async () => {
    const browser = await chromium.launch(chromiumOptions());
    try {
      const page = await browser.newPage();
      await page.setContent('<!doctype html><html lang="en"><body></body></html>');
      const wrong = await page.evaluate(
        (samples) => {
          const centre = (node: Node, from: number, to: number): number => {
            const range = document.createRange();
            range.setStart(node, from);
            range.setEnd(node, to);
            const { left, right } = range.getBoundingClientRect();
            return (left + right) / 2;
          };
          return samples.flatMap(({ text, direction }) => {
            const line = document.createElement('p');
            line.style.whiteSpace = 'nowrap';
            const shown = document.createElement('bdi');
            shown.dir = direction;
            shown.append(text);
            // A number takes the direction of adjacent letters unless the markup isolates it.
            line.append('7 before ', shown, ' 8 after');
            document.body.replaceChildren(line);
            const [before, after] = [line.firstChild, line.lastChild] as [Text, Text];
            const { left, right } = shown.getBoundingClientRect();
            const isBeside = centre(before, 0, 1) < left && centre(after, 1, 2) > right;
            const at = text.indexOf('@');
            const inside = shown.firstChild as Text;
            const places = at < 0 ? [] : [0, at, at + 1].map((from) => centre(inside, from, from + 1));
            const isInOrder = places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
            return isBeside && isInOrder ? [] : [`${text} ${direction} ${places.join(' ')}`];
          });
        },
        texts.map((text) => ({ text, direction: directionOf(text) })),
      );
      expect(wrong).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);
