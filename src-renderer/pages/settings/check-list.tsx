import { CircleAlert, CircleCheck, CircleQuestionMark, type LucideIcon } from 'lucide-react';
import type { SelfCheckItem } from '#shared/console-contract/self-check-calls.ts';

const looks: Record<SelfCheckItem['state'], { readonly icon: LucideIcon; readonly word: string }> = {
  good: { icon: CircleCheck, word: 'Good' },
  attention: { icon: CircleAlert, word: 'Needs attention' },
  unknown: { icon: CircleQuestionMark, word: 'Not known' },
};

/** Findings of the self-check, each with its state as icon and word. */
export const CheckList = ({ items }: { readonly items: readonly SelfCheckItem[] }) => (
  <ul className="settings-card check-list">
    {items.map(({ group, name, state, found }) => {
      const { icon: Icon, word } = looks[state];
      return (
        <li key={`${group} ${name}`} className="check-item">
          <Icon size={16} className={`check-${state}`} aria-hidden="true" />
          <span className="check-name">{name}</span>
          <span className="check-found">
            <span className="visually-hidden">{word}: </span>
            {found}
          </span>
        </li>
      );
    })}
  </ul>
);
