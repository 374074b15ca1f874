import { Link, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { guide } from 'virtual:user-guide';
import { PageHead } from '#ui/page/page-head.tsx';
import { GuideBlockView } from './guide-blocks.tsx';
import '../../components/part-nav.css';
import './help-page.css';

const parts = guide.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block] : []));
const blocks = guide.filter((block) => block.kind !== 'heading' || block.level > 1);

export const HelpPage = () => {
  const { part } = useSearch({ from: '/help' });
  useEffect(() => {
    if (part === undefined) return;
    const heading = document.getElementById(`part-${part}`);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, [part]);
  return (
    <div className="help stack fill">
      <PageHead title="User guide" />
      <div className="part-columns">
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
