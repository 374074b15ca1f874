import { Copy, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useSettingsView } from '../../api/settings.ts';
import { useAction } from '../../api/use-action.ts';
import '../../components/messages/error-line.css';
import { Button } from '#ui/controls/button.tsx';
import { CopyButton, copyText } from '#ui/controls/copy.tsx';

/** Collects information for support. Contains no key, token or service data. */
export const SupportSection = () => {
  const { api } = useConsole();
  const file = useSettingsView()?.file;
  const [folder, setFolder] = useState<string | null>(null);
  const diagnostics = useAction(async (signal) => {
    const text = api.diagnostics.text({}, { signal }).then((reply) => reply.text);
    copyText(text, 'the diagnostics');
    await text;
  });
  const logs = useAction(async () => {
    const reply = await api.diagnostics.openLogs({});
    setFolder(reply.folder);
  });
  const error = diagnostics.error ?? logs.error;
  return (
    <section className="settings-section" aria-labelledby="support-title">
      <h2 id="support-title">Log and support</h2>
      <p className="settings-help">The log stays on this device and never contains keys or tokens.</p>
      <div className="settings-actions row">
        <Button icon={Copy} busy={diagnostics.busy} onPress={() => void diagnostics.run()}>
          Copy diagnostics
        </Button>
        <Button icon={FolderOpen} onPress={() => void logs.run()}>
          Open log folder
        </Button>
      </div>
      <output className="settings-paths">
        {folder === null ? null : (
          <span className="settings-path row hint">
            Log folder <span className="mono">{folder}</span>
            <CopyButton text={folder} label="Copy the path of the log folder" />
          </span>
        )}
        {error ? <span className="error-line">{describeAppError(error).title}.</span> : null}
      </output>
      {file === undefined ? null : (
        <p className="settings-path row hint">
          Settings file <span className="mono">{file}</span>
          <CopyButton text={file} label="Copy the path of the settings file" />
        </p>
      )}
    </section>
  );
};
