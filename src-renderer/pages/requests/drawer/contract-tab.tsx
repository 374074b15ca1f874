import { CircleCheck, Copy } from 'lucide-react';
import type { Drift, RequestDetail } from '#shared/console-contract/requests-calls.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy.tsx';
import './contract-tab.css';

const kinds: Record<Drift['kind'], string> = {
  undocumented: 'Not in the spec',
  missing: 'Missing',
  mistyped: 'Differs from the spec',
};

export const ContractTab = ({ detail }: { readonly detail: RequestDetail }) => {
  const { api } = useConsole();
  const { drift, line } = detail;
  const report = useAction(async (signal) =>
    copyText(JSON.stringify(await api.requests.drift({}, { signal }), null, 2), 'the contract report'),
  );
  return (
    <div className="contract">
      {line.drift === null ? <p className="request-note note">No response, so nothing was compared.</p> : null}
      {line.drift !== null && drift.length === 0 ? (
        <p className="contract-good row">
          <CircleCheck size={14} aria-hidden="true" />
          This response matches the contract.
        </p>
      ) : null}
      <ul className="contract-list">
        {drift.map((each) => (
          <li key={`${each.kind} ${each.pattern} ${each.detail}`}>
            <span className="tree-mark forced-border">{kinds[each.kind]}</span>
            <span className="mono">{each.pattern}</span>
            <span className="request-note note">
              {each.detail} {each.places > 1 ? `In ${each.places} places in this response.` : null}
            </span>
          </li>
        ))}
      </ul>
      <Button size="small" icon={Copy} onPress={() => void report.run()}>
        Copy report of all responses
      </Button>
    </div>
  );
};
