import { Building, TriangleAlert } from 'lucide-react';
import type { SettingsNotice as Notice, SettingsView } from '#shared/console-contract/settings-calls.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useAction } from '../../api/use-action.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { shortClockText } from '../../components/time-text.ts';

const wordsFor = (notice: Notice): readonly [string, string] => {
  switch (notice.kind) {
    case 'damaged': {
      const kept = notice.keptAs === null ? '' : ` The damaged file was kept as ${notice.keptAs}.`;
      return notice.backupAt === null
        ? ['Settings were damaged.', `There was no backup, so the defaults are in use.${kept}`]
        : ['Settings were damaged.', `The backup of ${shortClockText(new Date(notice.backupAt))} is in use.${kept}`];
    }
    case 'newer':
      return ['A newer console wrote the settings.', `The defaults are in use; its file was kept as ${notice.keptAs}.`];
    case 'unreadable':
      return ['Settings cannot be read.', `Nothing will be saved until that is repaired: ${notice.detail}`];
  }
};

/** What is to be known of the settings file, and of the file of the computer's administrators. */
export const SettingsNotice = ({ view }: { readonly view: SettingsView }) => {
  const { api } = useConsole();
  const dismiss = useAction(async () => void (await api.settings.dismissNotice({})));
  const { notice, managed } = view;
  const [title, text] = notice ? wordsFor(notice) : ['', ''];
  const rules = [
    managed.readOnly ? 'nothing that creates data is sent' : null,
    managed.networkLimited ? 'only their addresses are called' : null,
    managed.updatesOff ? 'updates are off' : null,
  ].filter((rule) => rule !== null);
  return (
    <>
      {notice ? (
        <Banner
          tone="warning"
          icon={TriangleAlert}
          title={title}
          action={
            <Button size="small" onPress={() => void dismiss.run()}>
              Understood
            </Button>
          }
        >
          {text}
        </Banner>
      ) : null}
      {managed.problem === null ? null : (
        <Banner tone="warning" icon={Building} title="The configuration of this computer is not in use.">
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
