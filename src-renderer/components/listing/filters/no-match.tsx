import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { MessageBlock } from '#ui/messages/message-block.tsx';
import { countText } from '#ui/values/number-text.ts';

interface NoMatchProps {
  /** Of this page. */
  readonly rows: number;
  /** In all, where it is known. */
  readonly total: number | null;
  /** "migrations" */
  readonly things: string;
  readonly onClear: () => void;
  /** The way to search the others, too. */
  readonly loadAll?: ReactNode;
}

const rest = (rows: number, total: number | null, things: string): string => {
  if (total === null) return `Other ${things} were not searched.`;
  if (total <= rows) return `There are no other ${things}.`;
  return `${countText(total - rows)} ${things} were not searched.`;
};

/** No row of this page passes the filters; it never pretends to have searched everything. */
export const NoMatch = ({ rows, total, things, onClear, loadAll }: NoMatchProps) => (
  <MessageBlock
    icon={SearchX}
    title={rows === 1 ? 'The one row does not match' : `None of these ${countText(rows)} rows match`}
    actions={
      <>
        {total === null || total > rows ? loadAll : null}
        <Button onPress={onClear}>Clear filters</Button>
      </>
    }
  >
    The filters looked at this page only. {rest(rows, total, things)}
  </MessageBlock>
);
