import { type ReactNode, useMemo } from 'react';
import './code-block.css';

interface JsonToken {
  readonly kind: 'key' | 'string' | 'number' | 'literal' | 'mark' | 'space' | 'other';
  readonly text: string;
}

const pattern = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]|\s+|[^\s"{}[\],:]+|./gsu;

const kindOf = (text: string, next: string | undefined): JsonToken['kind'] => {
  if (text.startsWith('"') && text.length > 1) return next === ':' ? 'key' : 'string';
  if (/^-?\d/.test(text)) return 'number';
  if (/^(?:true|false|null)$/.test(text)) return 'literal';
  return /^[{}[\],:]$/.test(text) ? 'mark' : 'other';
};

const line = (depth: number): JsonToken => ({ kind: 'space', text: `\n${'  '.repeat(Math.min(depth, 40))}` });

/**
 * Formats JSON with one member per line and splits it into tokens to color. Changes only white space: numbers and
 * escapes stay as received, and truncated or invalid JSON is formatted, too.
 */
export const jsonTokens = (json: string): readonly JsonToken[] => {
  const pieces = (json.match(pattern) ?? []).filter((piece) => piece.trim() !== '');
  const tokens: JsonToken[] = [];
  let depth = 0;
  for (const [index, text] of pieces.entries()) {
    const previous = pieces[index - 1];
    const closes = text === '}' || text === ']';
    const isEmpty = (previous === '{' && text === '}') || (previous === '[' && text === ']');
    if (closes) depth = Math.max(0, depth - 1);
    if (closes && !isEmpty) tokens.push(line(depth));
    const kind = kindOf(text, pieces[index + 1]);
    if (kind === 'other' && previous !== undefined && kindOf(previous, text) === 'other') {
      tokens.push({ kind: 'space', text: ' ' });
    }
    tokens.push({ kind, text });
    if (text === '{' || text === '[') {
      depth += 1;
      const next = pieces[index + 1];
      if (next !== (text === '{' ? '}' : ']')) tokens.push(line(depth));
    } else if (text === ',') tokens.push(line(depth));
    else if (text === ':') tokens.push({ kind: 'space', text: ' ' });
  }
  return tokens;
};

interface CodeBoxProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export const CodeBox = ({ label, className = '', children }: CodeBoxProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrolls by keyboard
  <pre className={`code mono ${className}`} tabIndex={0} role="group" aria-label={label}>
    {children}
  </pre>
);

export const CodeBlock = ({ json, label }: { readonly json: string; readonly label: string }) => {
  const tokens = useMemo(() => jsonTokens(json), [json]);
  return (
    <CodeBox label={label}>
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
    </CodeBox>
  );
};
