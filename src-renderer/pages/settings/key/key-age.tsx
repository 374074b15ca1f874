import type { KeyView } from '#shared/console-contract/api-key-calls.ts';
import { dayText } from '../day-text.ts';

/** The advice of the service's documentation; the type fails when it differs from the contract's. */
const limits: { readonly remindAfterDays: 76; readonly replaceAfterDays: 90 } = {
  remindAfterDays: 76,
  replaceAfterDays: 90,
};

const days = (count: number): string => `${count} day${count === 1 ? '' : 's'}`;

/** How old a key is, against the advice to replace it every 90 days. */
export const KeyAge = ({ keyView }: { readonly keyView: KeyView }) => {
  const { ageDays, age, storedAt } = keyView;
  const { remindAfterDays, replaceAfterDays } = limits;
  const left = replaceAfterDays - ageDays;
  const by = new Date(Date.parse(storedAt) + replaceAfterDays * 24 * 60 * 60 * 1000);
  const share = (Math.min(ageDays, replaceAfterDays) / replaceAfterDays) * 100;
  return (
    <div className="key-age number">
      <div className="key-age-line">
        <strong>{days(ageDays)} old</strong>
        <span>{left > 0 ? `Replace by ${dayText(by)}, in ${days(left)}` : `To be replaced since ${dayText(by)}`}</span>
      </div>
      <svg className="key-age-bar" height="10" aria-hidden="true">
        <rect className="key-age-track" y="2" width="100%" height="6" rx="3" />
        <rect className={`key-age-fill ${age}`} y="2" width={`${share}%`} height="6" rx="3" />
        <rect className="key-age-tick" x={`${(remindAfterDays / replaceAfterDays) * 100}%`} width="2" height="10" />
      </svg>
      <div className="key-age-line">
        <span>
          {age === 'fresh' ? `The console reminds you at ${remindAfterDays} days` : 'Replacing it keeps the profile'}
        </span>
        <span>{replaceAfterDays} days</span>
      </div>
    </div>
  );
};
