import { useEffect, useId, useRef, useState } from 'react';
import { Dialog, Heading } from 'react-aria-components';
import type { EndpointView } from '#shared/console-contract/webhooks-calls.ts';
import { Button, TextField } from '../controls/controls.tsx';
import { Segments } from '../controls/segments.tsx';
import { DialogFrame, DialogProblem } from '../dialogs/dialogs.tsx';
import { showToast } from '../messages/toast.tsx';
import { useAction } from '../state/use-action.ts';
import { knownStatuses, statusStyleOf } from '../status/status-style.ts';
import { draftOf, draftProblem, type EndpointDraft, type EndpointField, settingsOf } from './endpoint-draft.ts';
import type { ShownSecret } from './secret-once.tsx';
import { useHeldPage } from './use-held-page.ts';
import { useWebhooksPort } from './webhooks-port.ts';
import { FieldProblem, Form, Tick } from '../controls/form.tsx';

const statusChoices = [
  { value: 'all', label: 'All statuses' },
  { value: 'some', label: 'Selected statuses' },
] as const;

interface StatusChoiceProps {
  readonly chosen: ReadonlySet<string>;
  readonly problem: string | null;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

/** Statuses that this version doesn't know stay listed if they are selected. */
const StatusChoice = ({ chosen, problem, onChange }: StatusChoiceProps) => {
  const id = useId();
  const listedStatuses = [...new Set([...knownStatuses, ...chosen])];
  return (
    <fieldset className="endpoint-statuses-choice" aria-describedby={problem === null ? undefined : id}>
      <legend className="visually-hidden">Statuses</legend>
      {listedStatuses.map((status) => (
        <Tick
          key={status}
          className="gap-8 row"
          checked={chosen.has(status)}
          onChange={(isChosen) =>
            onChange(new Set(listedStatuses.filter((each) => (each === status ? isChosen : chosen.has(each)))))
          }
        >
          {statusStyleOf(status).label}
        </Tick>
      ))}
      {problem === null ? null : <FieldProblem id={id} text={problem} />}
    </fieldset>
  );
};

interface EndpointFormProps {
  readonly endpoint: EndpointView | null;
  readonly onSaved: (created: ShownSecret | null) => void;
  readonly onClose: () => void;
}

export const EndpointForm = ({ endpoint, onSaved, onClose }: EndpointFormProps) => {
  const { addEndpoint, changeEndpoint, faultOf, confirmsChanges, tag, addressHelp } = useWebhooksPort();
  const [draft, setDraft] = useState(() => draftOf(endpoint));
  const [tried, setTried] = useState(false);
  const address = useRef<HTMLInputElement>(null);
  const { run, busy, error, forgetError } = useAction(async (signal) => {
    if (endpoint) {
      await changeEndpoint(endpoint.id, settingsOf(draft));
      if (!signal.aborted) onSaved(null);
      return;
    }
    const { url, secret } = await addEndpoint(settingsOf(draft));
    onSaved({ url, secret, previousUntil: null });
  }, faultOf);
  const isAdding = busy && endpoint === null;
  useHeldPage(
    () => isAdding,
    () => showToast("Wait for the endpoint's secret", 'note'),
  );
  const isUrlRefused = error?.field === 'url';
  useEffect(() => {
    if (isUrlRefused) address.current?.focus();
  }, [isUrlRefused]);
  const localProblem = draftProblem(draft);
  const problemOf = (field: EndpointField): string | null =>
    [tried ? localProblem : null, error].find((problem) => problem?.field === field)?.text ?? null;
  const submit = (): void => {
    setTried(true);
    if (localProblem?.field === 'url') address.current?.focus();
    if (localProblem === null) void run();
  };
  // An error from the service is about the values that were sent, so an edit removes it.
  const change = (changes: Partial<EndpointDraft>): void => {
    forgetError();
    setDraft((before) => ({ ...before, ...changes }));
  };
  const verb = endpoint ? 'Save' : 'Add endpoint';
  return (
    <DialogFrame onClose={isAdding ? () => undefined : onClose}>
      <Dialog className="dialog">
        <Form className="endpoint-form stack" noValidate onSubmit={submit}>
          <Heading slot="title">{endpoint ? 'Edit endpoint' : 'Add an endpoint'}</Heading>
          <TextField
            label="URL"
            mono
            inputRef={address}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first field of the form
            autoFocus
            type="url"
            value={draft.url}
            placeholder="https://hooks.example.com/ferry"
            help={addressHelp}
            problem={problemOf('url')}
            onText={(url) => change({ url })}
          />
          <TextField
            label="Description"
            labelNote="optional"
            value={draft.description}
            maxLength={200}
            autoComplete="off"
            problem={problemOf('description')}
            onText={(description) => change({ description })}
          />
          <div className="endpoint-hears stack">
            <Segments
              label="Status changes"
              segments={statusChoices}
              value={draft.eventChoice}
              onChange={(eventChoice) => change({ eventChoice })}
            />
            {draft.eventChoice === 'some' ? (
              <StatusChoice
                chosen={draft.statuses}
                problem={problemOf('statuses')}
                onChange={(statuses) => change({ statuses })}
              />
            ) : null}
          </div>
          <DialogProblem text={error?.field === null ? error.text : null} />
          <div className="dialog-actions">
            {tag}
            <Button disabledBecause={isAdding ? "You'll see the secret next" : null} onPress={onClose}>
              Cancel
            </Button>
            <Button variant="primary" type="submit" disabledBecause={busy ? 'In progress' : null}>
              {confirmsChanges ? `${verb} in production` : verb}
            </Button>
          </div>
        </Form>
      </Dialog>
    </DialogFrame>
  );
};
