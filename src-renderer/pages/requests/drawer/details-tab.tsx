import { Lock } from 'lucide-react';
import type { LoggedBody, LoggedHeader, RequestDetail } from '#shared/console-contract/requests-calls.ts';
import { CodeBlock } from '#ui/values/code-block.tsx';
import { CopyButton } from '#ui/controls/copy.tsx';
import { BodyTree } from './body-tree.tsx';
import { byteText } from '#ui/values/number-text.ts';
import { parseBody } from './body-nodes.ts';
import './details-tab.css';

const Headers = ({ title, headers }: { readonly title: string; readonly headers: readonly LoggedHeader[] }) =>
  headers.length === 0 ? null : (
    <section className="request-headers" aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {headers.map((header, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a header may appear twice
          <div key={index}>
            <dt>{header.name}</dt>
            <dd>
              {header.kind === 'text' ? (
                <span className="mono">{header.value}</span>
              ) : (
                <span className="secret-chip forced-border">
                  <Lock size={12} aria-hidden="true" />
                  {header.note}, value never stored
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );

interface BodyProps {
  readonly title: string;
  readonly body: LoggedBody;
  readonly drift: RequestDetail['drift'];
}

const notes: Record<Exclude<LoggedBody['state'], 'whole'>, string> = {
  cut: 'Truncated: only the start is stored.',
  none: 'None.',
  dropped: 'This body is no longer stored: newer bodies replaced it.',
};

const Body = ({ title, body, drift }: BodyProps) => {
  const { text, state, bytes } = body;
  const parsed = text === null || state !== 'whole' ? null : parseBody(text);
  return (
    <section className="request-body" aria-label={title}>
      <div className="request-body-head row hint">
        <h3>{title}</h3>
        {state === 'none' ? null : <span className="number">{byteText(bytes)}</span>}
        {text === null ? null : <CopyButton text={text} label={`Copy ${title.toLowerCase()}`} />}
      </div>
      {state === 'whole' ? null : <p className="request-note note">{notes[state]}</p>}
      {parsed ? (
        <BodyTree value={parsed.value} drift={drift} label={title} />
      ) : text === null ? null : (
        <CodeBlock json={text} label={title} />
      )}
    </section>
  );
};

/** Shows headers and bodies. Secrets appear as chips of fixed width, because dots would reveal their length. */
export const DetailsTab = ({ detail }: { readonly detail: RequestDetail }) => (
  <>
    <Headers title="Request headers" headers={detail.requestHeaders} />
    <Headers title="Response headers" headers={detail.replyHeaders} />
    {detail.requestBody.state === 'none' ? null : <Body title="Request body" body={detail.requestBody} drift={[]} />}
    <Body title="Response body" body={detail.replyBody} drift={detail.drift} />
  </>
);
