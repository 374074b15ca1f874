import { FileDown, FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { LabRecording } from '#shared/console-contract/modal-lab-calls.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { appErrorOf } from '../../../api/console-api.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '#ui/controls/button.tsx';
import { SupportBundleButton } from '../../../components/support-bundle/support-bundle-button.tsx';
import { showToast } from '#ui/messages/toast.tsx';

interface RecorderActionsProps {
  readonly labId: string;
  /** Why there is nothing to save. Null if the session can be saved. */
  readonly saveObstacle: string | null;
  readonly onRecording: (recording: LabRecording) => void;
}

const showFailure = (thrown: unknown): void => {
  const error = appErrorOf(thrown);
  showToast(error.detail ?? `${describeAppError(error).title}.`, 'note');
};

export const RecorderActions = ({ labId, saveObstacle, onRecording }: RecorderActionsProps) => {
  const { api } = useConsole();
  const input = useRef<HTMLInputElement>(null);
  const save = useAction(async () => {
    try {
      const saveResult = await api.modalLab.save({ labId });
      if (saveResult.result === 'dismissed') return;
      if (saveResult.download === null) showToast(`Saved ${saveResult.fileName}`, 'done');
      else startDownload(saveResult.download, saveResult.fileName);
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
      <Button icon={FolderOpen} onPress={() => input.current?.click()}>
        Load recording
      </Button>
      <Button icon={FileDown} disabledBecause={saveObstacle} onPress={() => void save.run()}>
        Save recording
      </Button>
      <SupportBundleButton
        subject={{ kind: 'lab', labId }}
        about="this session"
        size="regular"
        disabledBecause={saveObstacle}
      />
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label="Recording file"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void load.run(file);
        }}
      />
    </>
  );
};

/** Starts the browser's own download. The URL works only once. */
const startDownload = (address: string, fileName: string): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
};
