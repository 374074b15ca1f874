import { Link } from '@tanstack/react-router';
import { Check, ListChecks } from 'lucide-react';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import type { TriageEntry } from '#shared/console-contract/triage-calls.ts';
import { statusWords } from '#shared/migration-api/status-words.ts';
import { dateOf, shortClockText, absoluteText, fullText, isSameDay } from '#ui/values/time-text.ts';
import { useClock } from '#ui/values/time-cells.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { statusLookOf } from '#ui/status/status-look.ts';
import { statusMeaning } from '../../../components/migration/status-meaning.ts';

interface DrawerMeaningProps {
  readonly migration: ListedMigration;
  readonly handled: NonNullable<TriageEntry['handled']> | null;
  readonly onReopen: () => void;
}

const HandledLine = ({ at, onReopen }: { readonly at: string; readonly onReopen: () => void }) => {
  const now = useClock();
  const date = dateOf(at);
  if (!date) return null;
  return (
    <p className="drawer-handled number">
      <Check size={14} aria-hidden="true" />
      <span {...tip(fullText(date))}>
        Handled by you, {isSameDay(date, now) ? shortClockText(date) : absoluteText(date, now)}.
      </span>
      <button type="button" className="link-button" onClick={onReopen}>
        Undo
      </button>
    </p>
  );
};

export const DrawerMeaning = ({ migration, handled, onReopen }: DrawerMeaningProps) => {
  const { status, companyId, createdByUserId, provider } = migration;
  const { icon: Icon, tone } = statusLookOf(status);
  const { means, next } = statusMeaning(status, provider);
  const words = statusWords(status);
  return (
    <section className="drawer-section drawer-meaning" aria-label="Meaning">
      {handled ? <HandledLine at={handled.at} onReopen={onReopen} /> : null}
      <div className="drawer-meaning-part">
        <Icon size={16} className={`status-icon tone-${tone}`} aria-hidden="true" />
        <div>
          <h3>What it means</h3>
          <p>{means}</p>
        </div>
      </div>
      <div className="drawer-meaning-part">
        {next.length > 0 ? <ListChecks size={16} className="drawer-aside" aria-hidden="true" /> : <span />}
        <div>
          {next.length > 0 ? (
            <>
              <h3>What to do next</h3>
              <ol className="drawer-steps">
                {next.map(({ text, by }) => (
                  <li key={text}>
                    {text} <span className="drawer-by">{by}</span>
                  </li>
                ))}
              </ol>
            </>
          ) : null}
          <p className="drawer-links">
            {companyId === null ? null : (
              <Link
                from="/migrations"
                to="/migrations"
                search={{ view: 'all', company: [companyId], status: [status] }}
              >
                {words} of this company
              </Link>
            )}
            {createdByUserId ? (
              <Link from="/migrations" to="/migrations" search={{ view: 'all', user: [createdByUserId] }}>
                All of this user's migrations
              </Link>
            ) : null}
          </p>
        </div>
      </div>
    </section>
  );
};
