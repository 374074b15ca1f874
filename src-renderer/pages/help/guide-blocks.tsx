/* oxlint-disable react/no-array-index-key -- the guide never changes while it is shown */
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { GuideBlock, GuideText } from '#shared/user-guide.ts';

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

export const GuideBlockView = ({ block }: { readonly block: GuideBlock }) => {
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
