import { FileDown, FolderOpen } from 'lucide-react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { LabRecording } from '#shared/console-contract/modal-lab-calls.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { appErrorOf } from '../../../api/console-api.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '#ui/controls/button.tsx';
import { FileButton } from '#ui/controls/form.tsx';
import { fetchDownload } from '../../../components/fetch-download.ts';
import { SupportBundleButton } from '../../../components/support-bundle/support-bundle-button.tsx';
import { showToast } from '#ui/messages/toast.tsx';

interface RecorderActionsProps {
  readonly labId: string;
  readonly saveObstacle: string | null;
  readonly onRecording: (recording: LabRecording) => void;
}

const showFailure = (thrown: unknown): void => {
  const error = appErrorOf(thrown);
  showToast(error.detail ?? describeAppError(error).title, 'note');
};

export const RecorderActions = ({ labId, saveObstacle, onRecording }: RecorderActionsProps) => {
  const { api } = useConsole();
  const save = useAction(async () => {
    try {
      const saveResult = await api.modalLab.save({ labId });
      if (saveResult.result === 'dismissed') return;
      if (saveResult.download === null) showToast(`Saved ${saveResult.fileName}`, 'done');
      else fetchDownload(saveResult.download, saveResult.fileName);
    } catch (thrown) {
      showFailure(thrown);
    }
  });
  const load = useAction(async (_signal, file: File) => {
    try {
      onRecording(await api.modalLab.readRecording({ text: await file.text() }));
    } catch (thrown) {
      showFailure(thrown);
    }
  });
  return (
    <>
      <FileButton icon={FolderOpen} fileLabel="Recording file" onFile={(file) => void load.run(file)}>
        Load recording
      </FileButton>
      <Button icon={FileDown} disabledBecause={saveObstacle} onPress={() => void save.run()}>
        Save recording
      </Button>
      <SupportBundleButton
        subject={{ kind: 'lab', labId }}
        about="this session"
        size="regular"
        disabledBecause={saveObstacle}
      />
    </>
  );
};
