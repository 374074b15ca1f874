import { TriangleAlert } from 'lucide-react';
import type { SettingsNotice } from '#shared/console-contract/settings-calls.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useAction } from '../../api/use-action.ts';
import { Banner } from '#ui/messages/messages.tsx';
import { Button } from '#ui/controls/button.tsx';
import { shortClockText } from '#ui/values/time-text.ts';

const wordsFor = (notice: SettingsNotice): readonly [string, string] => {
  switch (notice.kind) {
    case 'damaged': {
      const whereKept = notice.keptAs === null ? '' : ` The damaged file was kept as ${notice.keptAs}.`;
      return notice.backupAt === null
        ? ['Settings were damaged.', `There was no backup, so the defaults are in use.${whereKept}`]
        : [
            'Settings were damaged.',
            `The backup of ${shortClockText(new Date(notice.backupAt))} is in use.${whereKept}`,
          ];
    }
    case 'newer':
      return ['A newer console wrote the settings.', `The defaults are in use; its file was kept as ${notice.keptAs}.`];
    case 'unreadable':
      return ['Settings cannot be read.', `Nothing will be saved until that is repaired: ${notice.detail}`];
  }
};

/** What is to be known of the settings file, above every page until somebody has read it. */
export const SettingsNoticeBanner = ({ notice }: { readonly notice: SettingsNotice }) => {
  const { api } = useConsole();
  const dismiss = useAction(async () => void (await api.settings.dismissNotice({})));
  const [title, text] = wordsFor(notice);
  return (
    <div className="panel-banner">
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
    </div>
  );
};
