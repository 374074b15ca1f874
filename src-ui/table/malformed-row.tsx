import { TriangleAlert } from 'lucide-react';
import { memo, useState } from 'react';
import { CodeBlock } from '../values/code-block.tsx';

import type { MalformedItem } from './table-types.ts';

interface MalformedRowProps {
  readonly item: MalformedItem;
  readonly columns: number;
  readonly isCursor: boolean;
}

/** A row that came in a form nobody knows: it says so, and shows on demand what came. */
export const MalformedRow = memo(({ item, columns, isCursor }: MalformedRowProps) => {
  const [shown, setShown] = useState(false);
  return (
    <>
      <tr className="data-row malformed" tabIndex={isCursor ? 0 : -1}>
        <td colSpan={columns}>
          <div className="malformed-line">
            <TriangleAlert size={16} aria-hidden="true" />
            <span className="truncate">
              Row {item.index + 1} could not be read <span className="malformed-problem">{item.problem}</span>
            </span>
            <button type="button" className="link-button" aria-expanded={shown} onClick={() => setShown(!shown)}>
              {shown ? 'Hide its JSON' : 'Show its JSON'}
            </button>
          </div>
        </td>
      </tr>
      {shown ? (
        <tr className="malformed-json">
          <td colSpan={columns}>
            <CodeBlock json={item.json} label={`JSON of row ${item.index + 1}`} />
          </td>
        </tr>
      ) : null}
    </>
  );
});
MalformedRow.displayName = 'MalformedRow';
