import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Repeat, Terminal, CircleCheck, Copy } from 'lucide-react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { describeAppError } from '#shared/app-error-text.ts';
import type { RequestDetail, RequestLine, Drift } from '#shared/console-contract/requests-calls.ts';
import { appErrorOf, useConsole, useRead } from '../../../api/console-api.ts';
import { useConsoleState } from '../../../api/profiles.ts';
import { readRequestLog } from '../../../api/request-log.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button, CloseButton, copyText, IconButton } from '#ui/controls/controls.tsx';
import { ErrorBlock } from '../../../components/messages/error-block.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { DetailsTab } from './details-tab.tsx';
import { RequestTitle } from './request-title.tsx';
import { resendPlanOf } from './resend.ts';
import { TimingTab } from './timing-tab.tsx';
import { useCurl } from '../list/use-curl.ts';
import '#ui/page/drawer.css';
import './request-drawer.css';

const kinds: Record<Drift['kind'], string> = {
  undocumented: 'Not in the contract',
  missing: 'Missing',
  mistyped: 'Differs from the contract',
};

const ContractTab = ({ detail }: { readonly detail: RequestDetail }) => {
  const { api } = useConsole();
  const { drift, line } = detail;
  const report = useAction(async (signal) =>
    copyText(JSON.stringify(await api.requests.drift({}, { signal }), null, 2), 'the contract report'),
  );
  return (
    <div className="contract">
      {line.drift === null ? <p className="request-note note">No response, so nothing was compared.</p> : null}
      {line.drift !== null && drift.length === 0 ? (
        <p className="tone-good gap-6 row">
          <CircleCheck size={14} aria-hidden="true" />
          This response matches the contract.
        </p>
      ) : null}
      <ul className="contract-list">
        {drift.map((each) => (
          <li key={`${each.kind} ${each.pattern} ${each.detail}`}>
            <span className="tree-mark forced-border">{kinds[each.kind]}</span>
            <span className="mono">{each.pattern}</span>
            <span className="request-note note">
              {each.detail} {each.places > 1 ? `Found in ${each.places} places in this response.` : null}
            </span>
          </li>
        ))}
      </ul>
      <Button size="small" icon={Copy} onPress={() => void report.run()}>
        Copy report of all responses
      </Button>
    </div>
  );
};

interface RequestDrawerProps {
  readonly id: number;
  readonly lines: readonly RequestLine[];
  readonly onMove: (id: number) => void;
  readonly onClose: () => void;
}

interface ResendButtonProps {
  readonly detail: RequestDetail;
  readonly onSent: (id: number) => void;
}

const ResendButton = ({ detail, onSent }: ResendButtonProps) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const profile = useConsoleState()?.profile;
  const resendPlan = profile ? resendPlanOf(detail, profile) : null;
  const { run, busy } = useAction(async () => {
    if (!resendPlan?.ok) return;
    const newest = (await readRequestLog(client, api)).lines.at(-1)?.id ?? 0;
    // An error response such as 404 is also a result and appears in the log.
    const failure = await resendPlan.send(api).then(
      () => null,
      (thrown: unknown) => appErrorOf(thrown),
    );
    const { lines } = await readRequestLog(client, api);
    const resentLine = lines.filter(({ id, path }) => id > newest && path === detail.line.path).at(-1);
    if (resentLine) onSent(resentLine.id);
    else
      showToast(
        failure ? describeAppError(failure).title : "Sent. Recording is paused, so the request isn't listed",
        'note',
      );
  });
  return (
    <IconButton
      label="Resend"
      icon={Repeat}
      size="small"
      busy={busy}
      disabledBecause={resendPlan?.ok ? null : (resendPlan?.reason ?? 'The request is still loading')}
      onPress={() => void run()}
    />
  );
};

const Loaded = ({ detail }: { readonly detail: RequestDetail }) => (
  <>
    <RequestTitle detail={detail} />
    <Tabs className="request-tabs">
      <TabList aria-label="Request sections" className="tab-list">
        <Tab id="details" className="tab">
          Details
        </Tab>
        <Tab id="timing" className="tab">
          Timing
        </Tab>
        <Tab id="contract" className="tab">
          Contract
          {detail.drift.length > 0 ? <span className="tab-count number">{detail.drift.length}</span> : null}
        </Tab>
      </TabList>
      <TabPanel id="details">
        <DetailsTab detail={detail} />
      </TabPanel>
      <TabPanel id="timing">
        <TimingTab detail={detail} />
      </TabPanel>
      <TabPanel id="contract">
        <ContractTab detail={detail} />
      </TabPanel>
    </Tabs>
  </>
);

export const RequestDrawer = ({ id, lines, onMove, onClose }: RequestDrawerProps) => {
  const copyCurl = useCurl();
  const index = lines.findIndex((line) => line.id === id);
  const line = lines[index];
  const {
    data: detail,
    error,
    isFetching,
    isSuccess,
    refetch,
  } = useRead(
    // A line of background work changes with each of its requests.
    ['console', 'request', id, line?.bulk?.requests ?? 1],
    (api, options) => api.requests.get({ id }, options),
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
  const previous = lines[index - 1];
  const next = index === -1 ? undefined : lines[index + 1];
  return (
    <aside className="drawer stack rigid request-drawer" aria-label="Request">
      <header className="drawer-head row rigid">
        <IconButton
          label="Previous request"
          icon={ChevronUp}
          size="small"
          shortcut="↑"
          disabledBecause={previous ? null : 'No row above'}
          onPress={() => previous && onMove(previous.id)}
        />
        <IconButton
          label="Next request"
          icon={ChevronDown}
          size="small"
          shortcut="↓"
          disabledBecause={next ? null : 'No row below'}
          onPress={() => next && onMove(next.id)}
        />
        <span className="drawer-place muted text-nowrap number">
          {index === -1 ? 'Not in the list' : `${index + 1} of ${lines.length}`}
        </span>
        <span className="gap-6 row push-end">
          <Button icon={Terminal} size="small" onPress={() => void copyCurl(id)}>
            Copy as cURL
          </Button>
          {detail ? <ResendButton detail={detail} onSent={onMove} /> : null}
          <CloseButton label="Close" shortcut="Esc" onPress={onClose} />
        </span>
      </header>
      <div className="drawer-body scroller">
        {detail ? <Loaded detail={detail} /> : null}
        {error && !detail ? (
          <ErrorBlock error={appErrorOf(error)} busy={isFetching} onRetry={() => void refetch()} />
        ) : null}
        {isSuccess && detail === null ? (
          <p className="request-gone">
            This request is no longer stored: it was cleared, or 500 newer requests replaced it.
          </p>
        ) : null}
      </div>
    </aside>
  );
};
