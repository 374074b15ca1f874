import type { ModalState, ProgressItem } from '#shared/modal-messages/modal-state.ts';
import { copyOf, find, icon, make, say, type View } from './card.ts';

/** The migration waits for an answer of the person. */
export const question = (state: ModalState, answer: (option: string) => Promise<unknown>): View => ({
  key: `question ${state.question?.text}`,
  build: () => {
    const copy = copyOf('question', { text: state.question?.text ?? '' });
    for (const [index, option] of (state.question?.options ?? []).entries()) {
      const label = make('label');
      label.append(make('input', '', { type: 'radio', name: 'option', value: option, checked: index === 0 }), option);
      find('.options', copy).append(label);
    }
    const button = find<HTMLButtonElement>('.primary', copy);
    find('form', copy).addEventListener('submit', async (event) => {
      event.preventDefault();
      button.disabled = true;
      await answer(find<HTMLInputElement>(':checked', event.currentTarget as HTMLFormElement).value);
      button.disabled = false;
    });
    return copy;
  },
});

const counted = (count: number): string => count.toLocaleString('en');

const amountOf = ({ state, done, total }: ProgressItem): string => {
  if (state === 'waiting') return 'Waiting';
  if (state === 'done') return total === 1 ? 'Done' : counted(total);
  return `${counted(done)} of ${counted(total)}`;
};

const row = (item: ProgressItem): HTMLLIElement => {
  const line = make('li', '', { className: item.state });
  line.append(icon(item.state), item.label, make('span', amountOf(item)));
  return line;
};

const startedAgo = ({ begun, now }: ModalState): string => {
  const minutes = begun === null ? 0 : Math.floor((Date.parse(now) - Date.parse(begun)) / 60_000);
  return minutes < 1 ? 'Started just now.' : `Started ${minutes} min ago.`;
};

/** The ferry goes from the left bank at 0 to the right one at 1, and covers the lane where it is. */
const sail = (scene: HTMLElement, fraction: number): void => {
  const lane = 224;
  const halfFerry = 36;
  const at = halfFerry + fraction * (lane - 2 * halfFerry);
  const per = (length: number) => `${((length / lane) * 100).toFixed(1)}%`;
  find<SVGElement>('.ferry', scene).style.transform = `translate(${(76 + at).toFixed(1)}px, 104px)`;
  find<SVGElement>('.behind', scene).style.clipPath = `inset(-4px ${per(lane - at + halfFerry)} -4px -4px)`;
  find<SVGElement>('.ahead', scene).style.clipPath = `inset(-4px -4px -4px ${per(at + halfFerry)})`;
};

/** Step 3: what is moved, and how far. */
export const copying = (state: ModalState, leave: () => void): View => ({
  key: 'copying',
  step: 3,
  build: () => {
    const copy = copyOf('copying');
    find('.leave', copy).addEventListener('click', leave);
    return copy;
  },
  update: (view) => {
    const { progress, provider, organization_name: organization } = state;
    find('.progress', view).replaceChildren(...progress.map(row));
    find('[data-slot=from]', view).textContent = `From ${provider} to ${organization}. ${startedAgo(state)}`;
    sail(view, progress.reduce((sum, { done, total }) => sum + done / Math.max(total, 1), 0) / progress.length);
    const finished = progress.filter((item) => item.state === 'done').map((item) => item.label);
    say(finished.length > 0 ? `Done: ${finished.join(', ')}.` : '');
  },
});
