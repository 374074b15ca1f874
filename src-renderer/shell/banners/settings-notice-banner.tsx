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
      const backupText = notice.keptAs === null ? '' : ` The damaged file was saved as ${notice.keptAs}.`;
      return notice.backupAt === null
        ? ['Settings damaged.', `There was no backup. Using the defaults.${backupText}`]
        : ['Settings damaged.', `Using the backup of ${shortClockText(new Date(notice.backupAt))}.${backupText}`];
    }
    case 'newer':
      return [
        'These settings are from a newer version.',
        `Using the defaults. The file was saved as ${notice.keptAs}.`,
      ];
    case 'unreadable':
      return ["Settings can't be read.", `Settings can't be saved until this is fixed: ${notice.detail}`];
  }
};

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
            Got it
          </Button>
        }
      >
        {text}
      </Banner>
    </div>
  );
};
