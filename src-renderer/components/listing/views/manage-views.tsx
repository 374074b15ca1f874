import { Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import { maxNameLength } from '#shared/name-length.ts';
import type { SavedView } from '#shared/console-contract/views-calls.ts';
import { useConsole } from '../../../api/console-api.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '#ui/controls/controls.tsx';
import { DialogProblem, ListDialog } from '#ui/dialogs/dialogs.tsx';
import '#ui/controls/field.css';
import './manage-views.css';
import { GhostButton } from '#ui/controls/form.tsx';

interface ManageViewsProps {
  readonly views: readonly SavedView[];
  readonly onClose: () => void;
}

export const ManageViews = ({ views, onClose }: ManageViewsProps) => {
  const { api } = useConsole();
  const [removed, setRemoved] = useState<readonly SavedView[]>([]);
  const rename = useAction(async (_signal, id: string, name: string) => void (await api.views.rename({ id, name })));
  const remove = useAction(async (_signal, view: SavedView) => {
    await api.views.remove({ id: view.id });
    setRemoved((before) => [...before, view]);
  });
  const undo = useAction(async (_signal, { id, ...view }: SavedView) => {
    await api.views.save(view);
    setRemoved((before) => before.filter((each) => each.id !== id));
  });
  const error = rename.error ?? remove.error ?? undo.error;
  return (
    <ListDialog title="Manage views" onClose={onClose}>
      <ul className="managed-views">
        {views.map((view) => (
          <li key={view.id} className="managed-view row">
            <input
              className="field"
              aria-label={`Name of ${view.name}`}
              maxLength={maxNameLength}
              defaultValue={view.name}
              onKeyDown={(event) => (event.key === 'Enter' ? event.currentTarget.blur() : undefined)}
              onBlur={({ currentTarget: input }) => {
                const name = input.value.trim();
                if (name === '') input.value = view.name;
                else if (name !== view.name) void rename.run(view.id, name);
              }}
            />
            <GhostButton label={`Remove ${view.name}`} icon={Trash2} onPress={() => void remove.run(view)} />
          </li>
        ))}
        {removed.map((view) => (
          <li key={view.id} className="managed-view row removed">
            <span className="truncate">Removed {view.name}</span>
            <Button size="small" icon={Undo2} onPress={() => void undo.run(view)}>
              Undo
            </Button>
          </li>
        ))}
      </ul>
      <DialogProblem text={error && (error.detail ?? `${describeAppError(error).title}.`)} />
    </ListDialog>
  );
};
