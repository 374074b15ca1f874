import { useState } from 'react';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import { TextField } from '#ui/controls/fields.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import '#ui/controls/tick.css';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { environmentOf, useChange, usePlace } from '../../api/session.ts';
import { FormDialog } from '../../components/action-form.tsx';
import { takeFocus } from '../../components/take-focus.ts';
import type { ShownSecret } from './secret-dialog.tsx';
import { draftProblem, type Endpoint, statusList, statusNames } from './webhook-words.ts';

interface EndpointFormProps {
  /** The one that is changed; undefined for a new one. */
  readonly endpoint: Endpoint | undefined;
  readonly onSecret: (secret: ShownSecret) => void;
  readonly onClose: () => void;
}

export const EndpointForm = ({ endpoint, onSecret, onClose }: EndpointFormProps) => {
  const { organization } = usePlace();
  const add = useChange('addEndpoint', organization);
  const change = useChange('changeEndpoint', organization);
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [hearsAll, setHearsAll] = useState(!endpoint?.statuses);
  const [chosen, setChosen] = useState<readonly MigrationStatus[]>(endpoint?.statuses ?? []);
  const statuses = hearsAll ? null : [...chosen];
  const body = { url: url.trim(), description, statuses };
  const submit = (): void => {
    if (endpoint === undefined) {
      void add.send({ body }, (created) => onSecret({ url: created.url, secret: created.secret, previousUntil: null }));
      return;
    }
    void change.send({ params: { endpoint: endpoint.id }, body }, () => {
      onClose();
      showToast('Endpoint saved', 'done');
    });
  };
  return (
    <FormDialog
      title={endpoint ? 'Edit the endpoint' : 'Add an endpoint'}
      tag={<EnvironmentTag environment={environmentOf(organization)} />}
      confirm={endpoint ? 'Save' : 'Add endpoint'}
      busy={add.isInProgress || change.isInProgress}
      incomplete={draftProblem(url, statuses)}
      problem={add.problem ?? change.problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Address"
        mono
        type="url"
        autoComplete="off"
        spellCheck={false}
        inputRef={takeFocus}
        placeholder="https://hooks.example.com/ferry"
        help="https, at a public host. Ferry sends each status change there, signed."
        maxLength={2_048}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <TextField
        label="Description"
        labelNote="may stay empty"
        autoComplete="off"
        maxLength={200}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <div className="status-choice">
        <Segments
          label="Hears of"
          segments={[
            { value: 'all', label: 'All statuses' },
            { value: 'some', label: 'Some' },
          ]}
          value={hearsAll ? 'all' : 'some'}
          onChange={(hears) => setHearsAll(hears === 'all')}
        />
        {hearsAll ? null : (
          <fieldset>
            <legend className="visually-hidden">Statuses</legend>
            {statusList.map((status) => (
              <label key={status}>
                <input
                  className="tick"
                  type="checkbox"
                  checked={chosen.includes(status)}
                  onChange={(event) =>
                    setChosen(
                      statusList.filter((each) => (each === status ? event.target.checked : chosen.includes(each))),
                    )
                  }
                />
                {statusNames[status]}
              </label>
            ))}
          </fieldset>
        )}
      </div>
    </FormDialog>
  );
};
