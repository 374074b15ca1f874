import { Hourglass } from 'lucide-react';
import { ageText } from '#ui/values/time-text.ts';
import { tip } from '#ui/tooltip/tip.ts';
import './stuck-mark.css';

/** How much it says: the largest unit beside a status in a row, "Stuck for", or a sentence where no status stands. */
type StuckWords = 'row' | 'stuck for' | 'no change for';

const firstWords = { row: 'Stuck for ', 'stuck for': 'Stuck for ', 'no change for': 'No change for ' } as const;

/** For how long a migration has not changed, which is longer than it should be. */
export const StuckMark = ({ stuckMs, words }: { readonly stuckMs: number; readonly words: StuckWords }) => {
  const age = ageText(stuckMs);
  return (
    <span className="stuck-mark number" {...(words === 'row' ? tip(`No change seen for ${age}`) : undefined)}>
      <Hourglass size={12} aria-hidden="true" />
      <span className={words === 'row' ? 'visually-hidden' : undefined}>{firstWords[words]}</span>
      {words === 'row' ? age.split(' ', 2).join(' ') : age}
    </span>
  );
};
