import { useMemo } from 'react';
import { jsonTokens } from './json-tokens.ts';
import './code-block.css';

/** JSON as received, laid out and coloured; scrolls sideways on its own, also by keyboard. */
export const CodeBlock = ({ json, label }: { readonly json: string; readonly label: string }) => {
  const tokens = useMemo(() => jsonTokens(json), [json]);
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <pre className="code mono" tabIndex={0} role="group" aria-label={label}>
      {tokens.map((token, index) =>
        token.kind === 'space' || token.kind === 'mark' || token.kind === 'other' ? (
          token.text
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className={`code-${token.kind}`}>
            {token.text}
          </span>
        ),
      )}
    </pre>
  );
};
