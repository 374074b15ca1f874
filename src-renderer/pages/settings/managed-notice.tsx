import { Building } from 'lucide-react';
import type { SettingsView } from '#shared/console-contract/settings-calls.ts';
import { Banner } from '#ui/messages/banner.tsx';

/** What the file of the computer's administrators says. */
export const ManagedNotice = ({ view }: { readonly view: SettingsView }) => {
  const { managed } = view;
  const rules = [
    managed.readOnly ? 'nothing that creates data is sent' : null,
    managed.networkLimited ? 'only their addresses are called' : null,
  ].filter((rule) => rule !== null);
  return (
    <>
      {managed.problem === null ? null : (
        <Banner tone="warning" icon={Building} title="The configuration of this computer has a fault.">
          {managed.problem}
        </Banner>
      )}
      {managed.problem === null && managed.file !== null ? (
        <Banner tone="info" icon={Building} title="Your administrators manage this console.">
          {rules.length > 0 ? `They decided: ${rules.join(', ')}. ` : ''}
          <span className="mono">{managed.file}</span>
        </Banner>
      ) : null}
    </>
  );
};
