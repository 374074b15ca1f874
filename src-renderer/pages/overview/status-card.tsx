import { Link } from '@tanstack/react-router';
import type { Overview } from '#shared/console-contract/loaded-calls.ts';
import type { Preferences } from '#shared/console-contract/settings-calls.ts';
import { useClock } from '#ui/values/clock.tsx';
import { countText } from '#ui/values/number-text.ts';
import { ageText, dateOf } from '#ui/values/time-text.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { StatusText } from '../../components/migration/status.tsx';
import { OverviewCard } from './overview-card.tsx';
import { barParts, shareText, statusLines, type StatusCount } from './overview-text.ts';
import './status-card.css';

interface StatusCardProps {
  readonly overview: Overview;
  readonly stuckHours: Preferences['stuckHours'] | undefined;
}

const chartClass = (status: string): string => `chart-${status.toLowerCase().replaceAll('_', '-')}`;
const hourMs = 3_600_000;

const Longest = ({
  line,
  stuckHours,
}: {
  readonly line: StatusCount;
  readonly stuckHours: StatusCardProps['stuckHours'];
}) => {
  const now = useClock();
  const since = dateOf(line.longestSince);
  if (!since) return <td className="missing">—</td>;
  const age = now.getTime() - since.getTime();
  const limit = new Map<string, number>(Object.entries(stuckHours ?? {})).get(line.status);
  const isStuck = limit !== undefined && age > limit * hourMs;
  return <td className={isStuck ? 'overview-stuck' : undefined}>{ageText(age)}</td>;
};

/** How many migrations are in each status: one bar, and the same numbers as a table. */
export const StatusCard = ({ overview, stuckHours }: StatusCardProps) => {
  const lines = statusLines(overview.byStatus);
  return (
    <OverviewCard title="Migrations by status" note="Select a status to list it" className="overview-statuses">
      {/* The table below says the same. */}
      <svg className="status-bar" viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden="true">
        <clipPath id="status-bar-ends">
          <rect width="1000" height="14" rx="4" />
        </clipPath>
        <g clipPath="url(#status-bar-ends)">
          {barParts(lines).map(({ status, x, width }) => (
            <rect key={status} className={`chart ${chartClass(status)}`} x={x} width={width} height="14" />
          ))}
        </g>
      </svg>
      <div className="overview-scroll">
        <table className="overview-table number" aria-label="Migrations by status">
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">Migrations</th>
              <th scope="col">Share</th>
              <th scope="col">Last 24 h</th>
              <th scope="col">
                <span {...tip('As this console has seen it')}>Longest in status</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.status}>
                <th scope="row">
                  <Link
                    to="/migrations"
                    search={{ status: [line.status], view: overview.source === 'loaded' ? 'all' : 'page' }}
                    className="overview-link"
                  >
                    <StatusText status={line.status} />
                  </Link>
                </th>
                <td className="overview-count">{countText(line.count)}</td>
                <td>{shareText(line.count, overview.rows)}</td>
                <td>{line.lastDay === 0 ? '0' : `+${countText(line.lastDay)}`}</td>
                <Longest line={line} stuckHours={stuckHours} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </OverviewCard>
  );
};
