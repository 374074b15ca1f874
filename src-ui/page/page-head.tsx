import type { ReactNode } from 'react';
import { countText } from '../values/number-text.ts';
import { tip } from '../tooltip/tip.ts';
import './page-head.css';

interface PageHeadProps {
  readonly title: string;
  readonly parent?: ReactNode;
  readonly count?: number | null;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

export const PageHead = ({ title, parent, count = null, children, actions }: PageHeadProps) => (
  <header className="page-head row rigid">
    {parent}
    <h1>{title}</h1>
    {count === null ? null : (
      <span className="page-count faint number" {...tip(`${countText(count)} total`)}>
        {countText(count)}
      </span>
    )}
    {children}
    <div className="gap-12 push-end row rigid">{actions}</div>
  </header>
);
