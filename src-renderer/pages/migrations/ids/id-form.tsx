import { Copy, Search, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { lookupLimits } from '#shared/list-limits.ts';
import { Button } from '#ui/controls/controls.tsx';
import { Form } from '#ui/controls/form.tsx';
import { countedText, countText } from '#ui/values/number-text.ts';
import type { IdsInText } from '../../../components/migration/ids-in.ts';
import './id-form.css';

interface IdFormProps {
  readonly text: string;
  readonly found: IdsInText;
  readonly onText: (text: string) => void;
  readonly onLookup: () => void;
  readonly onClear: () => void;
}

const Marked = ({ text, pieces }: { readonly text: string; readonly pieces: IdsInText['pieces'] }) => {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { kind, from, to } of pieces) {
    parts.push(
      text.slice(at, from),
      <span key={from} className={`id-piece-${kind}`}>
        {text.slice(from, to)}
      </span>,
    ); // oxfmt-ignore
    at = to;
  }
  // A zero-width space gives an empty last line its height.
  parts.push(text.slice(at), '\u200b');
  return (
    <div className="id-marks" aria-hidden="true">
      {parts}
    </div>
  );
};

const maxNamed = 3;

export const IdForm = ({ text, found, onText, onLookup, onClear }: IdFormProps) => {
  const { ids, count, repeated, pieces } = found;
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const others = pieces.filter(({ kind }) => kind === 'other');
  const select = (from: number, to: number): void => {
    field.current?.focus();
    field.current?.setSelectionRange(from, to);
  };
  const startLookup = (): void => {
    if (ids.length > 0) onLookup();
  };
  return (
    <Form className="id-form stack" aria-label="IDs" onSubmit={startLookup}>
      <div className="text-field-head">
        <label htmlFor={id}>IDs</label>
        <span className="note number">
          {countText(ids.length)} of at most {countText(lookupLimits.ids)}
        </span>
      </div>
      <div className="id-text field">
        <div className="id-text-sheet mono">
          <Marked text={text} pieces={pieces} />
          <textarea
            ref={field}
            id={id}
            className="mono"
            spellCheck={false}
            autoComplete="off"
            aria-describedby={`${id}-help`}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has no other starting point
            autoFocus={text === ''}
            value={text}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              startLookup();
            }}
          />
        </div>
      </div>
      <p id={`${id}-help`} className="id-help hint">
        Paste IDs or links, separated by commas, spaces, tabs or new lines.
      </p>
      <div className="id-form-buttons">
        <Button
          variant="primary"
          icon={Search}
          type="submit"
          disabledBecause={ids.length === 0 ? 'No migration ID yet' : null}
        >
          {ids.length === 0 ? 'Look up' : `Look up ${countedText(ids.length, 'ID')}`}
        </Button>
        <Button disabledBecause={text === '' ? 'Nothing to clear' : null} onPress={onClear}>
          Clear
        </Button>
      </div>
      <output className="id-found number">
        {count > ids.length ? (
          <p>
            <TriangleAlert size={14} className="tone-partial" aria-hidden="true" />
            <span>
              <strong>
                Only the first {countText(ids.length)} of {countText(count)} IDs are used.
              </strong>{' '}
              Look up the rest afterwards.
            </span>
          </p>
        ) : null}
        {repeated.size > 0 ? (
          <p>
            <Copy size={14} aria-hidden="true" />
            <span>
              <strong>{countedText(repeated.size, 'duplicate ID')} ignored.</strong>
            </span>
          </p>
        ) : null}
        {others.length > 0 ? (
          <p>
            <TriangleAlert size={14} className="tone-partial" aria-hidden="true" />
            <span>
              <strong>{countedText(others.length, 'invalid ID')}:</strong>{' '}
              {others.slice(0, maxNamed).map(({ text: piece, line, from, to }) => (
                <button key={from} type="button" className="link-button id-other" onClick={() => select(from, to)}>
                  <bdi className="mono">{piece.length > 40 ? `${piece.slice(0, 40)}…` : piece}</bdi>, line{' '}
                  {countText(line)}
                </button>
              ))}
              {others.length > maxNamed ? ` and ${countText(others.length - maxNamed)} more` : null}
            </span>
          </p>
        ) : null}
      </output>
    </Form>
  );
};
