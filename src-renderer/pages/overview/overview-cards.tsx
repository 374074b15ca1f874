import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react';
import { useConsoleState, useProfileList } from '../../api/profiles.ts';
import { useSelfCheck } from '../../api/settings.ts';
import { useRead } from '../../api/console-api.ts';
import { ageText, dateOf, useClock, useNow } from '#ui/values/times.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { type HealthLine, healthLines } from './health-lines.ts';
import { Card } from '../../components/card.tsx';
import type { Overview } from '#shared/console-contract/loaded-calls.ts';
import type { Preferences } from '#shared/console-contract/settings-calls.ts';
import { stuckFor } from '#shared/stuck.ts';
import { countText } from '#ui/values/number-text.ts';
import { StatusBar } from '../../components/migration/status-bar.tsx';
import { StatusText } from '../../components/migration/status.tsx';
import { shareText, type StatusCount, statusLines } from './overview-text.ts';

interface StatusCardProps {
  readonly overview: Overview;
  readonly stuckHours: Preferences['stuckHours'] | undefined;
}

interface LongestStayProps {
  readonly line: StatusCount;
  readonly stuckHours: StatusCardProps['stuckHours'];
}

const LongestStay = ({ line, stuckHours }: LongestStayProps) => {
  const now = useClock();
  const since = dateOf(line.longestSince);
  if (!since) return <td className="missing faint">—</td>;
  const isStuck = stuckFor(line.status, since.getTime(), stuckHours, now.getTime()) !== null;
  return <td className={isStuck ? 'overview-stuck' : undefined}>{ageText(now.getTime() - since.getTime())}</td>;
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

const styles: Record<
  HealthLine['state'],
  { readonly icon: typeof CircleCheck; readonly tone: string; readonly word: string }
> = {
  good: { icon: CircleCheck, tone: 'good', word: 'Good' },
  attention: { icon: TriangleAlert, tone: 'partial', word: 'Needs attention' },
  bad: { icon: CircleX, tone: 'bad', word: 'Bad' },
  unknown: { icon: CircleDashed, tone: 'neutral', word: 'Unknown' },
};

export const HealthCard = () => {
  const state = useConsoleState();
  const now = useNow(1000);
  const { data: check } = useSelfCheck();
  const profiles = useProfileList()?.profiles;
  const { data: drift } = useRead(['requests', 'drift'], (api, options) => api.requests.drift({}, options));
  if (!state) return <Card title="Health">{null}</Card>;
  const sandbox = profiles?.find(({ builtIn }) => builtIn);
  const facts = { state, items: check?.items, drift: drift?.length ?? null, sandboxURL: sandbox?.baseURL };
  return (
    <Card
      title="Health"
      className="overview-health"
      note={
        <Link to="/settings" search={{ section: 'self-check' }} className="card-more">
          Self-check
        </Link>
      }
    >
      <dl>
        {healthLines(facts, now).map(({ name, state: each, text }) => {
          const { icon: Icon, tone, word } = styles[each];
          return (
            <div key={name} className="health-line">
              <Icon size={16} className={`tone-${tone}`} aria-hidden="true" />
              <dt>
                {name} <span className="visually-hidden">{word}</span>
              </dt>
              <dd className="truncate number" {...tip(text, { whenCut: true })}>
                {text}
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
};
