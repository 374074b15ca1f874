import { Link } from '@tanstack/react-router';
import type { Overview } from '#shared/console-contract/loaded-calls.ts';
import type { Preferences } from '#shared/console-contract/settings-calls.ts';
import { useClock } from '#ui/values/time-cells.tsx';
import { countText } from '#ui/values/number-text.ts';
import { ageText, dateOf } from '#ui/values/time-text.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { StatusBar } from '../../components/migration/status-bar.tsx';
import { StatusText } from '../../components/migration/status.tsx';
import { Card } from '../../components/card.tsx';
import { shareText, statusLines, type StatusCount } from './overview-text.ts';

interface StatusCardProps {
  readonly overview: Overview;
  readonly stuckHours: Preferences['stuckHours'] | undefined;
}

const hourMs = 3_600_000;

interface LongestStayProps {
  readonly line: StatusCount;
  readonly stuckHours: StatusCardProps['stuckHours'];
}

const LongestStay = ({ line, stuckHours }: LongestStayProps) => {
  const now = useClock();
  const since = dateOf(line.longestSince);
  if (!since) return <td className="missing faint">—</td>;
  const age = now.getTime() - since.getTime();
  const limitHours = new Map<string, number>(Object.entries(stuckHours ?? {})).get(line.status);
  const isStuck = limitHours !== undefined && age > limitHours * hourMs;
  return <td className={isStuck ? 'overview-stuck' : undefined}>{ageText(age)}</td>;
};

export const StatusCard = ({ overview, stuckHours }: StatusCardProps) => {
  const lines = statusLines(overview.byStatus);
  return (
    <Card title="Migrations by status" note="Select a status to list its migrations" className="overview-statuses">
      <StatusBar lines={lines} />
      <div className="overview-scroll">
        <table className="overview-table number" aria-label="Migrations by status">
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">Migrations</th>
              <th scope="col">Share</th>
              <th scope="col">Last 24 h</th>
              <th scope="col">
                <span {...tip('Since the last observed status change, or since creation')}>Longest in status</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.status}>
                <th scope="row">
                  <Link
                    to="/migrations"
                    search={{ status: [line.status] }}
                    className="overview-link inset-focus row text-main"
                  >
                    <StatusText status={line.status} />
                  </Link>
                </th>
                <td className="overview-count">{countText(line.count)}</td>
                <td>{shareText(line.count, overview.rows)}</td>
                <td>{line.lastDay === 0 ? '0' : `+${countText(line.lastDay)}`}</td>
                <LongestStay line={line} stuckHours={stuckHours} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
};
