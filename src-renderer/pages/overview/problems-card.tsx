import { Link } from '@tanstack/react-router';
import type { Overview } from '#shared/console-contract/loaded-calls.ts';
import { useClock } from '#ui/values/clock.tsx';
import { countText } from '#ui/values/number-text.ts';
import { looksLikeUuid, shortIdText } from '#ui/values/ids.ts';
import { absoluteText, dateOf, fullText, isSameDay, shortClockText } from '#ui/values/time-text.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { statusLookOf } from '../../components/migration/status-looks.ts';
import { StuckMark } from '../../components/migration/stuck-mark.tsx';
import { OverviewCard } from './overview-card.tsx';
import { problemLines, type Problem } from './overview-text.ts';
import './problems-card.css';

const mostLines = 7;
const badStatuses = ['FAILED', 'COMPLETED_WITH_FAILURES', 'LOGIN_ABANDONED'];
const reasons: Readonly<Record<string, string>> = {
  FAILED: 'Failed',
  COMPLETED_WITH_FAILURES: 'Ended with failures',
  LOGIN_ABANDONED: 'Login never finished',
};

const companyText = (company: string | null): string => {
  if (company === null) return 'No company';
  return looksLikeUuid(company) ? shortIdText(company) : company;
};

const ProblemLine = ({ problem }: { readonly problem: Problem }) => {
  const now = useClock();
  const { label, icon: Icon, tone } = statusLookOf(problem.status);
  const created = dateOf(problem.created);
  const since = dateOf(problem.stuckSince);
  return (
    <li>
      <Link to="/migrations" search={{ open: problem.id }} className="problem-line">
        <Icon size={16} className={`tone-${tone}`} aria-hidden="true" />
        <span className="visually-hidden">{label}</span>
        <bdi className={problem.company === null ? 'problem-company none truncate' : 'problem-company truncate'}>
          {companyText(problem.company)}
        </bdi>
        {since ? (
          <span className="problem-reason">
            <StuckMark stuckMs={now.getTime() - since.getTime()} words="no change for" />
          </span>
        ) : (
          <span className="problem-reason truncate">{reasons[problem.status] ?? label}</span>
        )}
        {created ? (
          <time className="number" dateTime={created.toISOString()} {...tip(fullText(created))}>
            {isSameDay(created, now) ? shortClockText(created) : absoluteText(created, now)}
          </time>
        ) : (
          <span className="missing">—</span>
        )}
      </Link>
    </li>
  );
};

/** The migrations that somebody should look at: stuck ones first, then the newest that ended badly. */
export const ProblemsCard = ({ overview }: { readonly overview: Overview }) => {
  const lines = problemLines(overview, mostLines);
  const { lastDay } = overview.problems;
  return (
    <OverviewCard
      title="Needs a look"
      className="overview-problems"
      note={
        lastDay === 0 ? undefined : (
          <Link
            to="/migrations"
            search={{ status: badStatuses, view: overview.source === 'loaded' ? 'all' : 'page' }}
            className="overview-more number"
          >
            {countText(lastDay)} in the last 24 h
          </Link>
        )
      }
    >
      {lines.length === 0 ? (
        <p className="overview-none">
          {overview.source === 'sample'
            ? 'None of the newest migrations is stuck or failed.'
            : 'Nothing is stuck, and nothing failed.'}
        </p>
      ) : (
        <ul>
          {lines.map((problem) => (
            <ProblemLine key={`${problem.id} ${problem.stuckSince}`} problem={problem} />
          ))}
        </ul>
      )}
    </OverviewCard>
  );
};
