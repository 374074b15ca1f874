import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import type { View } from './card.ts';
import type { PageParts } from './page-parts.ts';
import type { Slots } from './text.ts';

interface Option {
  readonly value: string;
  readonly label: string;
  readonly facts?: string;
}

interface Choice {
  readonly name: 'company' | 'question';
  readonly step: 2 | 4;
  readonly slots?: Slots;
  readonly options: readonly Option[];
  readonly choose: (value: string) => void;
  readonly back?: () => void;
}

export const createChoices = ({ copyOf, find, make, text, timeText }: PageParts) => {
  const choiceView = ({ name, step, slots, options, choose, back }: Choice): View => ({
    key: name,
    step,
    build: () => {
      const copy = copyOf(name, slots);
      for (const [index, { value, label, facts }] of options.entries()) {
        const row = make('label');
        const words = make('span', label);
        if (facts) words.append(make('small', facts));
        row.append(make('input', '', { type: 'radio', name: 'option', value, checked: index === 0 }), words);
        find('.options', copy).append(row);
      }
      if (back) find('.other', copy).onclick = back;
      const form = find('form', copy);
      form.onsubmit = (event) => {
        event.preventDefault();
        choose(find<HTMLInputElement>(':checked', form).value);
      };
      return copy;
    },
  });

  const chooseCompany = ({ login }: ModalState, choose: (company: string) => void, back: () => void): View =>
    choiceView({
      name: 'company',
      step: 2,
      options: login.companies.map(({ name, invoices: count, since }) => ({
        value: name,
        label: name,
        facts: text(count > 0 ? 'companyFacts' : 'companyEmpty', { count, since: String(since) }),
      })),
      choose,
      back,
    });

  const question = (
    { session_expires: time }: ModalState,
    { kind, duplicates: count, options }: NonNullable<ModalState['question']>,
    choose: (option: string) => void,
  ): View =>
    choiceView({
      name: 'question',
      step: 4,
      slots: {
        question: text(kind, { count }),
        time: timeText(time),
      },
      options: options.map((value) => ({ value, label: text(value) })),
      choose,
    });

  return { chooseCompany, question };
};
