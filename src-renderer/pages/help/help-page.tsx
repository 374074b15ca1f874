import { Link, useRouterState, useSearch } from '@tanstack/react-router';
import { createElement, Fragment, type ReactNode, useEffect, useState } from 'react';
import type { GuideNode } from '#shared/user-guide.ts';
import { guide } from 'virtual:user-guide';
import { PageHead } from '#ui/page/page-head.tsx';
import '../../components/part-nav.css';
import './help-page.css';

const render = (node: GuideNode): ReactNode => {
  if (typeof node === 'string') return node;
  const [tag, props, ...children] = node;
  return createElement(tag, props, ...children.map(render));
};

const text = createElement(Fragment, null, ...guide.map(render));
const parts = guide.flatMap(([tag, { id }, heading]) =>
  tag === 'h2' ? [{ id: String(id).slice('part-'.length), heading }] : [],
);

/** The section about each page, by the start of the page's path. */
const partsOfPages: readonly (readonly [path: string, part: string])[] = [
  ['/overview', 'check-the-overview'],
  ['/migrations', 'find-a-migration'],
  ['/companies', 'look-up-companies'],
  ['/alerts', 'set-up-alerts'],
  ['/link-tokens', 'test-the-modal'],
  ['/modal-lab', 'test-the-modal'],
  ['/sandbox', 'test-the-modal'],
  ['/webhooks', 'webhooks'],
  ['/requests', 'find-out-what-went-wrong'],
  ['/settings', 'manage-profiles-and-keys'],
];

export const HelpPage = () => {
  // While this page opens, the router's resolved location is still the previous page.
  const before = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname ?? '' });
  const [partOfPage] = useState(() => partsOfPages.find(([path]) => before.startsWith(path))?.[1]);
  const { part = partOfPage } = useSearch({ from: '/help' });
  useEffect(() => {
    if (part === undefined) return;
    const heading = document.getElementById(`part-${part}`);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, [part]);
  return (
    <div className="help stack fill">
      <PageHead title="User guide" />
      <div className="part-columns fill">
        <nav className="help-parts part-nav stack rigid" aria-label="Guide sections">
          {parts.map(({ id, heading }) => (
            <Link
              key={id}
              to="/help"
              search={{ part: id }}
              className="help-part part-link inset-focus muted rigid"
              aria-current={id === part || undefined}
            >
              {render(heading ?? '')}
            </Link>
          ))}
        </nav>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
        <article className="help-text fill" aria-label="User guide" tabIndex={0}>
          {text}
        </article>
      </div>
    </div>
  );
};
