import { CircleStop, Download, Info, ScrollText, CircleCheck, CircleX, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { auditKinds } from '#shared/dashboard-api/audit-kinds.ts';
import { Button } from '#ui/controls/controls.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { useAction } from '#ui/state/use-action.ts';
import { countText, countedText } from '#ui/values/number-text.ts';
import { useClock } from '#ui/values/times.tsx';
import { sentenceOf, call } from '../../api/call.ts';
import { useDashboard, useRead } from '../../api/session.ts';
import { ListPage, RowTable } from '../../components/list-page.tsx';
import { Pager } from '../../components/pager.tsx';
import { Since } from '../../components/times.tsx';
import { hrefOf } from '../../navigation/route.ts';
import { AuditChips } from './audit-chips.tsx';
import { type AuditFilters, type AuditView, callQuery, filterCount, readView, viewQuery } from './audit-view.ts';
import { type AuditLine, auditSentence, auditText } from './audit-words.ts';
import { exportAudit } from './export-audit.ts';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import './audit-page.css';

type CheckResult = CallReply<'checkAudit'>;

const CheckLog = () => {
  const { organization } = useDashboard();
  const [checkResult, setCheckResult] = useState<CheckResult | null>(null);
  const { run, busy, error, stop } = useAction(async (signal) => {
    setCheckResult(null);
    setCheckResult(await call('checkAudit', { params: { organization: organization.id }, signal }));
  }, sentenceOf);
  return (
    <div className="audit-check row gap-10 shrink">
      <Button size="small" icon={busy ? CircleStop : ShieldCheck} onPress={() => (busy ? stop() : void run())}>
        {busy ? 'Stop' : 'Check the log'}
      </Button>
      <output className="row gap-6 shrink">
        {busy ? <span>Checking the log…</span> : null}
        {error === null ? null : <span className="text-danger">{error}</span>}
        {checkResult === null && !busy && error === null ? (
          <span className="audit-promise">Entries can't be changed or deleted.</span>
        ) : null}
        {checkResult === null ? null : checkResult.problem === null ? (
          <>
            <CircleCheck size={14} className="tone-good" aria-hidden="true" />
            <span>All {countText(checkResult.entries)} entries are unchanged.</span>
          </>
        ) : (
          <>
            <CircleX size={14} className="text-danger" aria-hidden="true" />
            <span className="text-danger">{checkResult.problem}</span>
          </>
        )}
      </output>
    </div>
  );
};

const isRefusal = (action: string): boolean => auditKinds.refused.some((each) => each === action);

const Line = ({ line }: { readonly line: AuditLine }) => {
  const [before, what, after] = auditSentence(line);
  return (
    <tr className="data-row audit-row">
      <td className="audit-who truncate">
        {line.by} {line.isDeleted ? <span className="faint">removed</span> : null}
      </td>
      <td
        className={isRefusal(line.action) ? 'audit-what truncate refused' : 'audit-what truncate'}
        data-tip={auditText(line)}
        data-tip-cut
      >
        {before} <strong className="text-main text-medium">{what}</strong> {after}
      </td>
      <td className="audit-from mono">{line.from ?? '—'}</td>
      <td className="audit-when number">
        <Since time={line.at} />
      </td>
    </tr>
  );
};

const Lines = ({ lines }: { readonly lines: readonly AuditLine[] }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrolls by keyboard
  <div className="table-scroll" tabIndex={0} role="group" aria-label="Entries">
    <RowTable
      label="Audit log"
      className="audit-table phone-table"
      columns={[['Who', 'audit-who'], ['What'], ['From', 'audit-from'], ['Time', 'audit-when']]}
    >
      {lines.map((line) => (
        <Line key={line.number} line={line} />
      ))}
    </RowTable>
  </div>
);

const NoLines = ({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) =>
  isFiltered ? (
    <MessageBlock
      icon={ScrollText}
      title="No matching entries"
      actions={<Button onPress={onClear}>Clear filters</Button>}
    >
      No entries match these filters.
    </MessageBlock>
  ) : (
    <MessageBlock icon={ScrollText} title="No entries yet">
      The audit log records the actions of this organization's members and API keys.
    </MessageBlock>
  );

interface ReadProgress {
  readonly stop: AbortController;
  readonly count: number;
}

const numberOf = (line: AuditLine | undefined): string | null => (line === undefined ? null : String(line.number));
const noFilters: AuditFilters = { by: null, kind: null, days: null };

export const AuditPage = () => {
  const { organization, query: address } = useDashboard();
  const now = useClock();
  const view = readView(address);
  const query = useRead('readAudit', callQuery(view, now), {}, 'keeps rows');
  const [reading, setReading] = useState<ReadProgress | null>(null);
  const { lines = [], hasOlder = false, hasNewer = false, people = [] } = query.data ?? {};
  const navigate = (next: AuditView): void => {
    location.hash = hrefOf(organization.id, 'audit', viewQuery(next));
  };
  const turnTo = (change: Partial<AuditView>): void => navigate({ ...view, before: null, after: null, ...change });
  const clear = (): void => turnTo(noFilters);
  const save = async (): Promise<void> => {
    const stop = new AbortController();
    const { signal } = stop;
    setReading({ stop, count: 0 });
    try {
      const count = await exportAudit(organization, view, now, {
        signal,
        onRead: (read) => setReading({ stop, count: read }),
      });
      showToast(`${countedText(count, 'entry', 'entries')} saved`, 'done');
    } catch (error) {
      showToast(signal.aborted ? 'Stopped. Nothing was saved.' : `Nothing was saved. ${sentenceOf(error)}`, 'note');
    }
    setReading(null);
  };
  const [first, last] = [lines.at(0), lines.at(-1)];
  return (
    <ListPage
      title="Audit log"
      actions={
        <Button
          icon={reading ? CircleStop : Download}
          disabledBecause={reading === null && lines.length === 0 ? 'Nothing to export' : null}
          onPress={() => (reading ? reading.stop.abort() : void save())}
        >
          {reading ? `Stop, ${countText(reading.count)} read` : 'Export'}
        </Button>
      }
      filters={
        <>
          <AuditChips filters={view} people={people} onChange={turnTo} />
          {filterCount(view) > 1 ? (
            <button type="button" className="link-button" onClick={clear}>
              Clear all
            </button>
          ) : null}
          <span className="filter-note row hint">
            <Info size={14} aria-hidden="true" />
            Export saves all matching entries, not only this page.
          </span>
        </>
      }
      query={query}
      what="The audit log"
      foot={
        <>
          <CheckLog />
          {hasNewer || hasOlder ? (
            <Pager
              label="Audit log pages"
              steps={[
                ['Newer', hasNewer ? null : 'These are the newest entries', () => turnTo({ after: numberOf(first) })],
                ['Older', hasOlder ? null : 'These are the oldest entries', () => turnTo({ before: numberOf(last) })],
              ]}
            />
          ) : null}
        </>
      }
    >
      {() =>
        lines.length === 0 ? (
          <NoLines isFiltered={filterCount(view) > 0} onClear={clear} />
        ) : (
          <Lines key={first?.number} lines={lines} />
        )
      }
    </ListPage>
  );
};
