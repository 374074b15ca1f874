import { useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { TableLayout } from '#shared/console-contract/settings-calls.ts';
import type { SavedView } from '#shared/console-contract/views-calls.ts';
import { maxNameLength } from '#shared/name-length.ts';
import { useConsole } from '../../../api/console-api.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button, TextField } from '#ui/controls/controls.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { TitledDialog } from '#ui/dialogs/dialogs.tsx';
import { Form } from '#ui/controls/form.tsx';

interface SaveViewProps {
  readonly topic: SavedView['page'];
  readonly search: SavedView['search'];
  readonly layout: TableLayout;
  readonly views: readonly SavedView[];
  readonly onClose: () => void;
}

export const SaveView = ({ topic, search, layout, views, onClose }: SaveViewProps) => {
  const { api } = useConsole();
  const [name, setName] = useState('');
  const viewName = name.trim();
  const replacedView = views.find((view) => view.name.toLowerCase() === viewName.toLowerCase());
  const { run, busy, error } = useAction(async () => {
    await api.views.save({ page: topic, name: viewName, search, layout });
    showToast(replacedView ? `Replaced ${replacedView.name}` : `Saved ${viewName}`, 'done');
    onClose();
  });
  return (
    <TitledDialog title="Save this view" onClose={onClose}>
      <Form onSubmit={() => (viewName === '' ? undefined : void run())}>
        <div className="dialog-text">
          <p>
            The view saves filters, sort order, columns and rows per page for this profile. Opening the view reloads the
            rows.
          </p>
        </div>
        <TextField
          label="Name"
          maxLength={maxNameLength}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its only field
          autoFocus
          value={name}
          help={replacedView ? `This replaces the view ${replacedView.name}.` : undefined}
          problem={error ? (error.detail ?? `${describeAppError(error).title}.`) : null}
          onText={setName}
        />
        <div className="dialog-actions">
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabledBecause={viewName === '' ? 'Enter a name first' : busy ? 'In progress' : null}
          >
            {replacedView ? 'Replace' : 'Save'}
          </Button>
        </div>
      </Form>
    </TitledDialog>
  );
};
