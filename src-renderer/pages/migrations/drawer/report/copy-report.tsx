import type { UseQueryResult } from '@tanstack/react-query';
import type { Calls } from '#shared/console-contract/calls.ts';
import type { reportFormats } from '#shared/console-contract/export-calls.ts';
import type { ResultOf } from '#shared/console-contract/types.ts';
import type { ReportView } from '#shared/console-contract/reports-calls.ts';
import { Button } from '#ui/controls/controls.tsx';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { countText } from '#ui/values/number-text.ts';
import { directionOf } from '#ui/values/text-direction.ts';
import { absoluteText, dateOf, fullText, useClock } from '#ui/values/times.tsx';
import { appErrorOf, useConsole } from '../../../../api/console-api.ts';
import { useLastError } from '../../../../api/read-failures.ts';
import { CreateHostedLink } from '../../../../components/create-hosted-link.tsx';
import { useStartExport } from '../../../../components/export/use-start-export.ts';
import { ErrorLine } from '../../../../components/messages/error-line.tsx';
import { NotCopied } from './not-copied.tsx';
import { collectionName, copiedOf, knownLine, pendingLabel, reasonsLine } from './report-rows.ts';
import './copy-report.css';
import { DrawerSection } from '../../section/drawer-section.tsx';

type ReportResult = ResultOf<Calls['reports']['get']>;

interface CountProps {
  readonly count: number;
  readonly bad?: boolean;
  readonly isKnown?: boolean;
}

const Count = ({ count, bad = false, isKnown = true }: CountProps) => (
  <td className={`report-count number ${count === 0 ? 'faint' : ''}`} data-bad={(bad && count > 0) || undefined}>
    {isKnown ? countText(count) : '?'}
  </td>
);

const Collections = ({ report }: { readonly report: ReportView }) => {
  const hasAltered = report.altered > 0;
  const hasPending = report.pending > 0 || report.collections.some((collection) => !collection.is_counted);
  return (
    <table className="report-table">
      <thead>
        <tr>
          <th scope="col">Collection</th>
          <th scope="col">Copied</th>
          {hasAltered ? (
            <th scope="col" {...tip('Copied, but the destination changed the item')}>
              Changed
            </th>
          ) : null}
          <th scope="col">Skipped</th>
          <th scope="col">Failed</th>
          {hasPending ? (
            <th scope="col" className="report-pending">
              {pendingLabel(report)}
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {report.collections.map((collection) => {
          const name = collectionName(collection);
          const lines = [knownLine(collection, report), reasonsLine(collection)].filter((line) => line !== '');
          return (
            <tr key={collection.id}>
              <th scope="row">
                <bdi dir={directionOf(name)} className="text-anywhere">
                  {name}
                </bdi>
                {lines.length === 0 ? null : <span className="report-reasons number">{lines.join(' ')}</span>}
              </th>
              <Count count={collection.copied} />
              {hasAltered ? <Count count={collection.altered} /> : null}
              <Count count={collection.skipped} />
              <Count count={collection.failed} bad />
              {hasPending ? <Count count={collection.pending} isKnown={collection.is_counted} /> : null}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};

const ReportFoot = ({ report }: { readonly report: ReportView }) => {
  const now = useClock();
  const until = dateOf(report.kept_until);
  return (
    <p className="report-foot number">
      {report.is_practice ? 'Simulated copy: no data left the service. ' : ''}
      {report.retry_of === null ? null : (
        <>
          Retry of the failed items of <span className="mono">{report.retry_of}</span>.{' '}
        </>
      )}
      {until ? (
        <span {...tip(fullText(until))}>The service stores this report until {absoluteText(until, now)}.</span>
      ) : null}
    </p>
  );
};

const Report = ({ id, report }: { readonly id: string; readonly report: ReportView }) => (
  <>
    {report.collections.length === 0 ? (
      <p className="report-foot">The copy hasn't started, so there are no counts.</p>
    ) : (
      <>
        <Collections report={report} />
        <NotCopied key={id} id={id} report={report} />
      </>
    )}
    <ReportFoot report={report} />
  </>
);

const noReport = {
  unsupported: 'This service stores no reports, so item results are unavailable.',
  none: 'No report for this migration. The service reports only its own copies, and stores each report for 90 days after the copy finishes.',
} as const;

export const CopyReport = ({ id, read }: { readonly id: string; readonly read: UseQueryResult<ReportResult> }) => {
  const { api } = useConsole();
  const { data } = read;
  const found = data?.kind === 'report' ? data : null;
  const lastError = useLastError(read, ['report', id]);
  const error = lastError && !data ? appErrorOf(lastError) : null;
  const { start, error: exportError } = useStartExport(() => undefined);
  const startAs = (format: (typeof reportFormats)[number]) => () => start({ migrationId: id, format });
  return (
    <DrawerSection
      title="What was copied"
      busy={read.isPending}
      beside={
        found && found.report.total > 0 ? (
          <>
            <span className="number">{copiedOf(found.report)}</span>
            <MenuButton
              className="link-button"
              name="Export report"
              parts={() => [
                {
                  kind: 'actions',
                  lines: [
                    { label: 'CSV, for spreadsheets', run: startAs('csv') },
                    { label: 'JSON Lines, for programs', run: startAs('jsonl') },
                    found.hasReceipt && { label: 'Signed receipt, for ferry-verify', run: startAs('receipt') },
                  ],
                },
              ]}
            >
              Export report
            </MenuButton>
          </>
        ) : null
      }
    >
      <ErrorLine error={exportError} />
      {found ? <Report id={id} report={found.report} /> : null}
      {found?.canRetry ? (
        <div className="report-failed">
          <CreateHostedLink
            key={id}
            label="Retry failed items"
            effect="With this link, the end user starts a migration that copies the failed items again."
            create={(signal) => api.reports.retryLink({ id, confirmed: true }, { signal })}
          />
        </div>
      ) : null}
      {data && data.kind !== 'report' ? <p className="report-foot">{noReport[data.kind]}</p> : null}
      {error === null && !data ? <p className="report-foot">Loading the report…</p> : null}
      {error ? (
        <div className="report-failed">
          {error.code === 'forbidden' ? (
            <p className="report-foot" role="alert">
              This key can't read reports. Use a key with the read or reports scope.
            </p>
          ) : (
            <ErrorLine error={error} />
          )}
          <Button size="small" busy={read.isFetching} onPress={() => void read.refetch()}>
            Reload the report
          </Button>
        </div>
      ) : null}
    </DrawerSection>
  );
};
