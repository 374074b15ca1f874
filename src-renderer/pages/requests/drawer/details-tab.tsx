import { ChevronRight, Lock } from 'lucide-react';
import { useState } from 'react';
import type { Drift, LoggedBody, LoggedHeader, RequestDetail } from '#shared/console-contract/requests-calls.ts';
import { byteText, countText } from '#ui/values/number-text.ts';
import { type BodyNode, childrenOf, driftMark, isBranch, parseBody, summaryOf } from './body-nodes.ts';
import { CodeBlock } from '#ui/values/code-block.tsx';
import { CopyButton } from '#ui/controls/controls.tsx';

const membersPerStep = 100;
const maxDepth = 40;

const kindOf = (value: unknown): string => {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' ? 'number' : 'literal';
};

interface BranchProps {
  readonly value: object;
  readonly pattern: string;
  readonly depth: number;
  readonly drift: readonly Drift[];
}

const Node = ({
  node,
  depth,
  first,
  drift,
}: { readonly node: BodyNode; readonly first: boolean } & Omit<BranchProps, 'value' | 'pattern'>) => {
  const { key, value, pattern } = node;
  const [isOpen, setOpen] = useState(first && depth < 3);
  const mark = driftMark(drift, pattern);
  const markElement = mark === null ? null : <span className="tree-mark forced-border">{mark}</span>;
  if (!isBranch(value) || depth >= maxDepth) {
    return (
      <li className={mark === null ? 'tree-leaf' : 'tree-leaf marked'}>
        <span className="code-key">{key}</span>:{' '}
        <span className={`code-${kindOf(value)}`}>{JSON.stringify(value)}</span>
        {markElement}
      </li>
    );
  }
  return (
    <li className={mark === null ? undefined : 'marked'}>
      <button
        type="button"
        className="tree-branch hover-tint inset-focus"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight size={12} aria-hidden="true" />
        <span className="code-key">{key}</span>: <span className="muted">{summaryOf(value)}</span>
        {markElement}
      </button>
      {isOpen ? <Branch value={value} pattern={pattern} depth={depth + 1} drift={drift} /> : null}
    </li>
  );
};

const Branch = ({ value, pattern, depth, drift }: BranchProps) => {
  const [count, setCount] = useState(membersPerStep);
  const children = childrenOf(value, pattern);
  const isList = Array.isArray(value);
  return (
    <ul className="tree-children">
      {children.slice(0, count).map((node, index) => (
        <Node key={node.key} node={node} depth={depth} first={isList ? index === 0 : true} drift={drift} />
      ))}
      {children.length > count ? (
        <li>
          <button type="button" className="tree-more" onClick={() => setCount(count + membersPerStep)}>
            Show {countText(Math.min(membersPerStep, children.length - count))} more of {countText(children.length)}
          </button>
        </li>
      ) : null}
    </ul>
  );
};

interface BodyTreeProps {
  readonly value: unknown;
  readonly drift: readonly Drift[];
  readonly label: string;
}

const BodyTree = ({ value, drift, label }: BodyTreeProps) => (
  <fieldset className="body-tree mono" aria-label={label}>
    {isBranch(value) ? (
      <Branch value={value} pattern="$" depth={0} drift={drift} />
    ) : (
      <span className={`code-${kindOf(value)}`}>{JSON.stringify(value)}</span>
    )}
  </fieldset>
);

const Headers = ({ title, headers }: { readonly title: string; readonly headers: readonly LoggedHeader[] }) =>
  headers.length === 0 ? null : (
    <section className="request-headers" aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {headers.map((header, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a header may appear twice
          <div key={index}>
            <dt>{header.name}</dt>
            <dd className="shrink text-anywhere">
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
