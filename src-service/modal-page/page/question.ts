import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import type { View } from './card.ts';
import { copyOf, find, make } from './templates.ts';

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
