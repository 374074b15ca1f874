import { CircleX } from 'lucide-react';
import { type SyntheticEvent, useEffect, useId, useReducer, useRef, useState } from 'react';
import { Dialog, Heading } from 'react-aria-components';
import type { AppError } from '#shared/app-error.ts';
import type { EndpointView } from '#shared/console-contract/webhooks-calls.ts';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/fields.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import '#ui/controls/tick.css';
import { DialogFrame, DialogProblem } from '#ui/dialogs/dialogs.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { useConsole } from '../../../api/console-context.tsx';
import { useConsoleState } from '../../../api/profiles.ts';
import { useAction } from '../../../api/use-action.ts';
import { knownStatuses, statusLookOf } from '../../../components/migration/status.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { type DraftEvent, draftOf, draftProblem, reduceDraft, settingsOf } from './endpoint-draft.ts';
import { type ShownSecret, useHeldPage } from './secret-once.tsx';
import { changeErrorText, type EndpointField, refusedField } from './webhook-errors.ts';

const hearing = [
  { value: 'all', label: 'All statuses' },
  { value: 'some', label: 'Some' },
] as const;

interface StatusChoiceProps {
  readonly chosen: ReadonlySet<string>;
  readonly problem: string | null;
  readonly onTick: (status: string) => void;
}

/** Statuses of an endpoint; an unknown chosen one stays listed. */
const StatusChoice = ({ chosen, problem, onTick }: StatusChoiceProps) => {
  const id = useId();
  const listed = [...new Set([...knownStatuses, ...chosen])];
  return (
    <fieldset className="endpoint-statuses-choice" aria-describedby={problem === null ? undefined : id}>
      <legend className="visually-hidden">Statuses</legend>
      {listed.map((status) => (
        <label key={status}>
          <input type="checkbox" className="tick" checked={chosen.has(status)} onChange={() => onTick(status)} />
          {statusLookOf(status).label}
        </label>
      ))}
      {problem === null ? null : (
        <p id={id} className="text-field-note wrong" role="alert">
          <CircleX size={14} aria-hidden="true" />
          {problem}
        </p>
      )}
    </fieldset>
  );
};

interface EndpointFormProps {
  /** The one that is edited; null for a new one. */
  readonly endpoint: EndpointView | null;
  readonly onSaved: (created: ShownSecret | null) => void;
  readonly onClose: () => void;
}

const fieldProblem = (
  field: EndpointField,
  mine: { readonly field: EndpointField; readonly text: string } | null,
  refused: AppError | null,
): string | null => {
  if (mine?.field === field) return mine.text;
  return refused && refusedField(refused) === field ? changeErrorText(refused) : null;
};

export const EndpointForm = ({ endpoint, onSaved, onClose }: EndpointFormProps) => {
  const { api } = useConsole();
  const profile = useConsoleState()?.profile;
  const [draft, tell] = useReducer(reduceDraft, endpoint, draftOf);
  const [tried, setTried] = useState(false);
  const address = useRef<HTMLInputElement>(null);
  const { run, busy, error, forgetError } = useAction(async (signal) => {
    const settings = { ...settingsOf(draft), confirmed: true };
    if (endpoint) {
      await api.webhooks.changeEndpoint({ id: endpoint.id, ...settings }, { signal });
      return onSaved(null);
    }
    // Never cut off: the service may have added it, and its secret comes with this answer only.
    const { url, secret } = await api.webhooks.addEndpoint(settings);
    return onSaved({ url, secret, previousUntil: null });
  });
  const isAdding = busy && endpoint === null;
  useHeldPage(
    () => isAdding,
    () => showToast('Wait for the secret of the endpoint', 'note'),
  );
  const isUrlRefused = error !== null && refusedField(error) === 'url';
  useEffect(() => {
    if (isUrlRefused) address.current?.focus();
  }, [isUrlRefused]);
  const mine = draftProblem(draft);
  const problemOf = (field: EndpointField) => fieldProblem(field, tried ? mine : null, error);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setTried(true);
    if (mine?.field === 'url') address.current?.focus();
    if (mine === null) void run();
  };
  // A refusal is about what was sent.
  const change = (event: DraftEvent): void => {
    forgetError();
    tell(event);
  };
  const type = (field: 'url' | 'description') => (event: { readonly target: { readonly value: string } }) =>
    change({ kind: 'typed', field, text: event.target.value });
  const isProduction = profile?.environment === 'production';
  const verb = endpoint ? 'Save' : 'Add endpoint';
  return (
    <DialogFrame onClose={isAdding ? () => undefined : onClose}>
      <Dialog className="dialog">
        <form className="endpoint-form" noValidate onSubmit={submit}>
          <Heading slot="title">{endpoint ? 'Edit endpoint' : 'Add an endpoint'}</Heading>
          <TextField
            label="Address"
            mono
            inputRef={address}
            // The form starts with this field.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            type="url"
            spellCheck={false}
            autoComplete="off"
            value={draft.url}
            placeholder="https://hooks.example.com/ferry"
            help={profile?.builtIn ? 'https, or http on loopback.' : 'https, at a public host.'}
            problem={problemOf('url')}
            onChange={type('url')}
          />
          <TextField
            label="Description"
            labelNote="may stay empty"
            value={draft.description}
            maxLength={200}
            autoComplete="off"
            problem={problemOf('description')}
            onChange={type('description')}
          />
          <div className="endpoint-hears">
            <Segments
              label="Hears of"
              segments={hearing}
              value={draft.hears}
              onChange={(hears) => change({ kind: 'heard', hears })}
            />
            {draft.hears === 'some' ? (
              <StatusChoice
                chosen={draft.statuses}
                problem={problemOf('statuses')}
                onTick={(status) => change({ kind: 'ticked', status })}
              />
            ) : null}
          </div>
          <DialogProblem text={error && refusedField(error) === null ? changeErrorText(error) : null} />
          <div className="dialog-actions">
            {isProduction ? <EnvironmentTag environment="production" /> : null}
            <Button disabledBecause={isAdding ? "You'll see the secret next" : null} onPress={onClose}>
              Cancel
            </Button>
            <Button variant="primary" type="submit" disabledBecause={busy ? 'In progress' : null}>
              {isProduction ? `${verb} on production` : verb}
            </Button>
          </div>
        </form>
      </Dialog>
    </DialogFrame>
  );
};
