import { Link } from '@tanstack/react-router';
import { Check, ListChecks } from 'lucide-react';
import { brand } from '#shared/brand.ts';
import type { CauseView } from '#shared/console-contract/activity-calls.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import type { ReportView } from '#shared/console-contract/reports-calls.ts';
import type { TriageEntry } from '#shared/console-contract/triage-calls.ts';
import { failedItemsOf } from '#shared/console-contract/failed-items.ts';
import { statusWords } from '#shared/migration-api/status-words.ts';
import { absoluteText, dateOf, fullText, isSameDay, shortClockText, useClock } from '#ui/values/times.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { statusStyleOf } from '#ui/status/status-style.ts';
import { partialReason } from '../../../components/migration/attention-words.ts';
import { statusMeaning } from '../../../components/migration/status-meaning.ts';

interface DrawerMeaningProps {
  readonly migration: ListedMigration;
  readonly handled: NonNullable<TriageEntry['handled']> | null;
  readonly onReopen: () => void;
  readonly cause: CauseView | null;
  readonly report: ReportView | null;
  readonly work: string | null;
  readonly stuckFor: string | null;
}

const parties: Readonly<Record<string, string>> = {
  end_user: 'the end user',
  organization: 'your organization',
  source: 'the source',
  destination: 'the destination',
  service: brand.serviceName,
};

const withFullStop = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

const HandledLine = ({ at, onReopen }: { readonly at: string; readonly onReopen: () => void }) => {
  const now = useClock();
  const date = dateOf(at);
  if (!date) return null;
  return (
    <p className="drawer-handled row muted number">
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

export const DrawerMeaning = ({ migration, handled, onReopen, cause, report, work, stuckFor }: DrawerMeaningProps) => {
  const { id, status, companyId, createdByUserId, provider } = migration;
  const { icon: Icon, tone } = statusStyleOf(status);
  const failedItems = report?.ended ? failedItemsOf(id, report) : null;
  const items = failedItems && failedItems.failed + failedItems.altered > 0 ? partialReason(failedItems) : null;
  const { means, next } = statusMeaning(status, provider, { stuckFor, items });
  const words = statusWords(status);
  const facts = [items, stuckFor === null ? null : `No change for ${stuckFor}`].filter((fact) => fact !== null);
  const steps = cause ? [{ text: cause.next_step, by: null }] : next;
  return (
    <section className="drawer-section drawer-meaning" aria-label="Meaning">
      {handled ? <HandledLine at={handled.at} onReopen={onReopen} /> : null}
      <div className="drawer-meaning-part">
        <Icon size={16} className={`status-icon tone-${tone}`} aria-hidden="true" />
        <div>
          {cause && status !== 'COMPLETE' ? (
            <div className="drawer-cause">
              <h3>Cause</h3>
              <span className="faint text-small text-nowrap">Action by: {parties[cause.party] ?? cause.party}</span>
            </div>
          ) : (
            <h3>What it means</h3>
          )}
          <p className="muted">{cause ? [cause.message, ...facts.map(withFullStop)].join(' ') : means}</p>
          {work === null ? null : <p className="muted number">{work}</p>}
        </div>
      </div>
      <div className="drawer-meaning-part">
        {steps.length > 0 ? <ListChecks size={16} className="drawer-aside" aria-hidden="true" /> : <span />}
        <div>
          {steps.length > 0 ? (
            <>
              <h3>What to do next</h3>
              <ol className="drawer-steps">
                {steps.map(({ text, by }) => (
                  <li key={text}>
                    {text} {by === null ? null : <span className="faint text-small text-nowrap">{by}</span>}
                  </li>
                ))}
              </ol>
            </>
          ) : null}
          <p className="drawer-links muted wrap text-small text-medium">
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
