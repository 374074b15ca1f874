import { useNavigate } from '@tanstack/react-router';
import { Bell, History } from 'lucide-react';
import { useMemo } from 'react';
import { alertLimits } from '#shared/alert-limits.ts';
import type { AlertNotice } from '#shared/console-contract/alerts-calls.ts';
import { Button } from '#ui/controls/controls.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { looksLikeUuid } from '#ui/values/ids.tsx';
import { countText } from '#ui/values/number-text.ts';
import { useClock } from '#ui/values/times.tsx';
import { appErrorOf } from '../../api/console-api.ts';
import { causeMessage, useSummaries } from '../../api/activity.ts';
import { useCompanyNames } from '../../api/companies.ts';
import type { useAlerts } from '../../api/alerts.ts';
import { ErrorBlock } from '../../components/messages/error-block.tsx';
import { linesByDay } from './alert-days.ts';
import { AlertLine, NoticeLine } from './alert-line.tsx';
import { moveFocus } from '#ui/keys/move-focus.ts';

interface AlertListProps {
  readonly read: ReturnType<typeof useAlerts>;
  readonly notices: readonly AlertNotice[];
  readonly unreadOnly: boolean;
  readonly rulesOn: number | undefined;
  readonly onMark: (ids: readonly number[], isRead: boolean) => void;
}

export const AlertList = ({ read, notices, unreadOnly, rulesOn, onMark }: AlertListProps) => {
  const navigate = useNavigate();
  const now = useClock();
  const alerts = useMemo(() => read.data?.pages.flatMap((page) => page.alerts) ?? [], [read.data]);
  const companies = useCompanyNames(useMemo(() => alerts.flatMap(({ companyId }) => companyId ?? []), [alerts]));
  const summaries = useSummaries(
    alerts.flatMap(({ many, migrationId }) => (many || !looksLikeUuid(migrationId) ? [] : [migrationId])),
  );
  const total = read.data?.pages.at(-1)?.total ?? 0;

  if (read.error && !read.data) {
    return <ErrorBlock error={appErrorOf(read.error)} busy={read.isFetching} onRetry={() => void read.refetch()} />;
  }
  if (!read.data) return <div className="alerts-none" aria-busy="true" />;
  const days = linesByDay(alerts, unreadOnly ? [] : notices, !read.hasNextPage, now);
  if (days.length === 0) {
    return (
      <div className="alerts-none">
        <MessageBlock
          icon={Bell}
          title={unreadOnly && total > 0 ? 'All alerts are read' : 'No alerts yet'}
          actions={<Button onPress={() => void navigate({ to: '/migrations' })}>Open the migrations</Button>}
        >
          {rulesOn === undefined ? '' : rulesOn === 1 ? '1 rule is on. ' : `${rulesOn} rules are on. `}
          Alerts work while this profile is open. They cover migrations you watch, lists you load or refresh, and events
          from the service.
        </MessageBlock>
      </div>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions -- handles keys of the lines inside
    <div className="scroller" onKeyDown={(event) => moveFocus(event, '.alert-open')}>
      {days.map(([name, ofDay]) => (
        <section key={name} aria-label={name}>
          <h2 className="alerts-day">{name}</h2>
          <ul>
            {ofDay.map((line) =>
              'notices' in line ? (
                <NoticeLine key={`${line.notices[0].kind} ${line.notices.at(-1)?.from}`} shown={line} />
              ) : (
                <AlertLine
                  key={line.id}
                  alert={line}
                  cause={causeMessage(summaries.get(line.migrationId), line.status) ?? null}
                  company={companies.get(line.companyId ?? '')?.providerCompanyName ?? null}
                  onMark={onMark}
                />
              ),
            )}
          </ul>
        </section>
      ))}
      <p className="alerts-foot hint row number">
        {read.hasNextPage ? (
          <Button size="small" busy={read.isFetchingNextPage} icon={History} onPress={() => void read.fetchNextPage()}>
            Show older alerts
          </Button>
        ) : null}
        This device stores alerts for {alertLimits.days} days. The list shows the newest {countText(alertLimits.alerts)}
        .
        {total < alertLimits.alerts
          ? ''
          : ` Above ${countText(alertLimits.known)} alerts, the console deletes the oldest. Deleted alerts may appear again.`}
      </p>
    </div>
  );
};
