import { Terminal } from 'lucide-react';
import type { LabRequest } from '#shared/console-contract/modal-lab-calls.ts';
import { Button, copyText } from '#ui/controls/controls.tsx';
import { durationText } from '#ui/values/times.tsx';
import { flowCommands } from './flow-commands.ts';

const toneOf = ({ from, status }: LabRequest): 'good' | 'failed' | undefined => {
  if (from === 'frame') return undefined;
  return status !== null && status < 400 ? 'good' : 'failed';
};

const senderTexts = { backend: 'by the backend', page: 'by the page', frame: 'by the frame' } as const;

const NoReply = () => (
  <>
    <span aria-hidden="true">—</span>
    <span className="visually-hidden">no response</span>
  </>
);

interface FlowRequestsProps {
  readonly requests: readonly LabRequest[];
  readonly serviceURL: string;
}

export const FlowRequests = ({ requests, serviceURL }: FlowRequestsProps) => (
  <section className="flow-requests stack rigid" aria-labelledby="flow-requests-title">
    <header className="lab-head row rigid">
      <h2 id="flow-requests-title" className="subtitle">
        Requests of this flow <span className="lab-count number">{requests.length}</span>
      </h2>
      <Button
        size="small"
        variant="ghost"
        icon={Terminal}
        disabledBecause={requests.length > 0 ? null : 'No request yet'}
        onPress={() => copyText(flowCommands(requests, serviceURL), 'the flow as cURL')}
      >
        cURL
      </Button>
    </header>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls unless empty */}
    <div className="flow-request-rows inset-focus" tabIndex={requests.length > 0 ? 0 : undefined}>
      <table>
        <colgroup>
          <col className="flow-method-col" />
          <col />
          <col className="flow-status-col" />
          <col className="flow-ms-col" />
        </colgroup>
        <thead className="visually-hidden">
          <tr>
            <th>Method</th>
            <th>Path</th>
            <th>Status</th>
            <th>Duration</th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <tr key={request.id}>
              <td className="flow-method text-strong hint">{request.method}</td>
              <td className="flow-path mono truncate">
                {request.path}
                <span className="visually-hidden">, {senderTexts[request.from]}</span>
              </td>
              <td className={`flow-status text-strong number ${toneOf(request) ?? ''}`}>
                {request.from === 'frame' ? '' : (request.status ?? <NoReply />)}
              </td>
              <td className="flow-ms muted text-right number">{durationText(request.ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
);
