import { Link, useRouterState, useSearch } from '@tanstack/react-router';
import { Fragment, useEffect, useState } from 'react';
import type { GuideBlock, GuideText } from '#shared/user-guide.ts';
import { guide } from 'virtual:user-guide';
import { PageHead } from '#ui/page/page-head.tsx';
import '../../components/part-nav.css';
import './help-page.css';

/* oxlint-disable react/no-array-index-key -- the guide never changes while it is shown */

const Run = ({ run }: { readonly run: GuideText }) => {
  if (typeof run === 'string') return run;
  switch (run.kind) {
    case 'code':
      return <code>{run.text}</code>;
    case 'strong':
      return <strong>{run.text}</strong>;
    case 'link':
      return (
        <Link to="/help" search={{ part: run.to }}>
          {run.text}
        </Link>
      );
  }
};

const Text = ({ text }: { readonly text: readonly GuideText[] }) =>
  text.map((run, place) => (
    <Fragment key={place}>
      <Run run={run} />
    </Fragment>
  ));

const GuideBlockView = ({ block }: { readonly block: GuideBlock }) => {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level <= 2 ? 'h2' : 'h3';
      return (
        <Heading id={`part-${block.id}`} tabIndex={-1}>
          {block.text}
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Text text={block.text} />
        </p>
      );
    case 'picture':
      return <img className="help-picture" src={block.src} alt={block.alt} loading="lazy" />;
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, place) => (
            <li key={place}>
              <Text text={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        <table className="help-table">
          <thead>
            <tr>
              {block.head.map((cell, place) => (
                <th key={place} scope="col">
                  <Text text={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, place) => (
              <tr key={place}>
                {row.map((cell, column) => (
                  <td key={column}>
                    <Text text={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
};

const parts = guide.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block] : []));
const blocks = guide.filter((block) => block.kind !== 'heading' || block.level > 1);

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
          {parts.map(({ id, text }) => (
            <Link
              key={id}
              to="/help"
              search={{ part: id }}
              className="help-part part-link inset-focus muted rigid"
              aria-current={id === part || undefined}
            >
              {text}
            </Link>
          ))}
        </nav>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
        <article className="help-text fill" aria-label="User guide" tabIndex={0}>
          {blocks.map((block, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- the guide never changes while it is shown
            <GuideBlockView key={place} block={block} />
          ))}
        </article>
      </div>
    </div>
  );
};
