import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Drift } from '#shared/console-contract/requests-calls.ts';
import { countText } from '#ui/values/number-text.ts';
import { childrenOf, driftMark, isBranch, summaryOf, type BodyNode } from './body-nodes.ts';
import './body-tree.css';

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

export const BodyTree = ({ value, drift, label }: BodyTreeProps) => (
  <fieldset className="body-tree mono" aria-label={label}>
    {isBranch(value) ? (
      <Branch value={value} pattern="$" depth={0} drift={drift} />
    ) : (
      <span className={`code-${kindOf(value)}`}>{JSON.stringify(value)}</span>
    )}
  </fieldset>
);
