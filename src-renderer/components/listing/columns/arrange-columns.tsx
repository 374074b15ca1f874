import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '#ui/controls/controls.tsx';
import { moveId, type NamedColumn } from './use-table-layout.ts';
import { ListDialog } from '#ui/dialogs/dialogs.tsx';
import './arrange-columns.css';

interface ArrangeColumnsProps {
  readonly columns: readonly NamedColumn[];
  readonly usual: readonly string[];
  readonly onOrder: (order: string[]) => void;
  readonly onReset: () => void;
  readonly onClose: () => void;
}

export const ArrangeColumns = ({ columns, usual, onOrder, onReset, onClose }: ArrangeColumnsProps) => {
  // Local state, so that a column moves immediately, even while an earlier move is being saved.
  const [ids, setIds] = useState(() => columns.map(({ id }) => id));
  const last = ids.length - 1;
  const move = (id: string, step: -1 | 1): void => {
    const next = [...moveId(ids, id, step)];
    setIds(next);
    onOrder(next);
  };
  return (
    <ListDialog
      title="Arrange columns"
      onClose={onClose}
      other={
        <Button
          onPress={() => {
            setIds([...usual]);
            onReset();
          }}
        >
          Reset order and widths
        </Button>
      }
    >
      <ol className="arranged">
        {ids.map((id, index) => {
          const head = columns.find((column) => column.id === id)?.head ?? id;
          return (
            <li key={id} className="arranged-column row">
              <span>{head}</span>
              <IconButton
                label={`Move ${head} left`}
                icon={ArrowUp}
                size="small"
                disabledBecause={index === 0 ? 'Already first' : null}
                onPress={() => move(id, -1)}
              />
              <IconButton
                label={`Move ${head} right`}
                icon={ArrowDown}
                size="small"
                disabledBecause={index === last ? 'Already last' : null}
                onPress={() => move(id, 1)}
              />
            </li>
          );
        })}
      </ol>
      <p className="dialog-text">
        In the table, drag column headers to reorder columns. Drag a header's right edge, or press arrow keys on it, to
        change the width.
      </p>
    </ListDialog>
  );
};
