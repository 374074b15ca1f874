import { NotebookPen } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { longestNote as contractLongest, TriageEntry } from '#shared/console-contract/triage-calls.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import { Button } from '#ui/controls/controls.tsx';
import { Form } from '#ui/controls/form.tsx';
import { restoreFocus } from '#ui/keys/lent-focus.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { dateOf, relativeWords, useClock } from '#ui/values/times.tsx';
import { useConsole } from '../../../api/console-api.ts';
import { useAction } from '../../../api/use-action.ts';

/** Unsaved notes by profile and migration, so that closing the form or the drawer loses no input. */
const drafts = new Map<string, string>();

interface DrawerNoteProps {
  readonly id: string;
  readonly draftKey: string;
  readonly entry: TriageEntry | null;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** Maximum characters. Must equal the contract's limit, or the code doesn't compile. */
const maxCharacters: typeof contractLongest = 4_000;

type NoteFormProps = Pick<DrawerNoteProps, 'id' | 'entry' | 'onClose'> & {
  readonly draft: string | null;
  /** Null if the note was saved or is unchanged. */
  readonly onDraft: (text: string | null) => void;
  readonly onDiscard: () => void;
};

const NoteForm = ({ id, entry, draft, onDraft, onDiscard, onClose }: NoteFormProps) => {
  const { api } = useConsole();
  const field = useId();
  const savedNote = entry?.note ?? '';
  const text = draft ?? savedNote;
  const [previousFocus] = useState(() => document.activeElement);
  useEffect(() => () => restoreFocus(previousFocus), [previousFocus]);
  const { run, busy, error } = useAction(async () => {
    const { note } = await api.triage.note({ id, note: text });
    onDraft(null);
    showToast(note === null ? 'Note deleted' : 'Note saved on this device only', 'done', {
      label: 'Undo',
      run: () => void api.triage.note({ id, note: savedNote }),
    });
    onClose();
  });
  return (
    <Form onSubmit={() => void run()}>
      <label htmlFor={field} className="visually-hidden">
        Note
      </label>
      <textarea
        id={field}
        className="field drawer-note-field"
        rows={4}
        maxLength={maxCharacters}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this field
        autoFocus
        value={text}
        onChange={({ target }) => onDraft(target.value === savedNote ? null : target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            onClose();
          } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run();
        }}
      />
      {error ? (
        <p className="text-field-note wrong" role="alert">
          {describeAppError(error).title}.
        </p>
      ) : null}
      <p className="drawer-note-actions row">
        <Button size="small" variant="primary" type="submit" disabledBecause={busy ? 'In progress' : null}>
          Save note
        </Button>
        <Button
          size="small"
          onPress={() => {
            if (text !== savedNote) onDiscard();
            onClose();
          }}
        >
          Cancel
        </Button>
        <span className="drawer-aside">Stored on this device only</span>
      </p>
    </Form>
  );
};

export const DrawerNote = ({ id, draftKey, entry, isOpen, onOpen, onClose }: DrawerNoteProps) => {
  const now = useClock();
  const [draft, setDraft] = useState(() => drafts.get(draftKey) ?? null);
  const keep = (text: string | null): void => {
    if (text === null) drafts.delete(draftKey);
    else drafts.set(draftKey, text);
    setDraft(text);
  };
  const discard = (): void => {
    const text = draft;
    keep(null);
    showToast('Draft discarded', 'done', { label: 'Undo', run: () => keep(text) });
  };
  const note = entry?.note ?? null;
  const notedDate = dateOf(entry?.notedAt ?? null);
  if (note === null && draft === null && !isOpen) return null;
  return (
    <section className="drawer-section" aria-label="Note">
      <div className="drawer-section-head row hint gap-10">
        <h3>Note</h3>
        {isOpen ? null : (
          <>
            <span className="number">
              {draft === null
                ? notedDate
                  ? `saved on this device ${relativeWords(notedDate, now)}`
                  : null
                : 'Draft, not saved yet'}
            </span>
            {draft === null ? null : (
              <Button size="small" onPress={discard}>
                Discard
              </Button>
            )}
            <Button size="small" icon={NotebookPen} onPress={onOpen}>
              {draft === null ? 'Edit' : 'Continue'}
            </Button>
          </>
        )}
      </div>
      {isOpen ? (
        <NoteForm {...{ id, entry, draft, onClose }} onDraft={keep} onDiscard={discard} />
      ) : (
        <p className="drawer-note">{draft ?? note}</p>
      )}
    </section>
  );
};
