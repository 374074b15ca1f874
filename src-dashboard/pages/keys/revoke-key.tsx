import { useState } from 'react';
import { TextField } from '#ui/controls/fields.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { relativeWords } from '#ui/values/relative-words.ts';
import { useClock } from '#ui/values/time-cells.tsx';
import { environmentOf, useChange, usePlace } from '../../api/session.ts';
import { FormDialog } from '../../components/action-form.tsx';
import type { ApiKey } from './key-list.ts';
import { takeFocus } from '../../components/take-focus.ts';

interface RevokeKeyProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/** The user must type the key's description, because revoking can't be undone. */
export const RevokeKey = ({ apiKey: { id, description, lastFour, lastUsed, production }, onClose }: RevokeKeyProps) => {
  const { organization } = usePlace();
  const { send, isInProgress, problem } = useChange('revokeKey', organization);
  const [typed, setTyped] = useState('');
  const now = useClock();
  const used = lastUsed === null ? 'Never used.' : `Last used ${relativeWords(new Date(lastUsed), now)}.`;
  const revoke = (): void =>
    void send({ params: { key: id }, body: { description: typed } }, () => {
      onClose();
      showToast(`Revoked ····${lastFour}`, 'done');
    });
  return (
    <FormDialog
      title={`Revoke ${description}?`}
      tag={<EnvironmentTag environment={environmentOf({ production })} />}
      confirm="Revoke"
      tone="danger"
      busy={isInProgress}
      incomplete={typed.trim() === description ? null : 'Enter the description first'}
      problem={problem}
      onSubmit={revoke}
      onClose={onClose}
    >
      <div className="dialog-text">
        <p>
          Everything that uses ····{lastFour} stops working immediately, including modals opened with it. {used}
        </p>
        <p>This can't be undone.</p>
      </div>
      <TextField
        label="Description"
        help={`Type “${description}”.`}
        autoComplete="off"
        inputRef={takeFocus}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
};
