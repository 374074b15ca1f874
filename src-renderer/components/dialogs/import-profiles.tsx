import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import { useConsole } from '../../api/console-api.ts';
import { useAction } from '../../api/use-action.ts';
import { useFileField } from '#ui/controls/form.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import './import-profiles.css';

export const ImportProfiles = ({ className }: { readonly className: string }) => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const [refused, setRefused] = useState<readonly { readonly name: string; readonly problem: string }[]>([]);
  const { run, error } = useAction(async (_signal, file: File) => {
    const result = await api.profiles.import({ text: await file.text() });
    setRefused(result.refused);
    const [first] = result.added;
    if (!first) return;
    showToast(`Added ${result.added.length === 1 ? first.name : `${result.added.length} profiles`}`, 'done');
    if (result.refused.length === 0) await navigate({ to: '/settings', search: { profile: first.id } });
  });
  const { chooseFile, fileField } = useFileField('Profiles file', (file) => void run(file));
  return (
    <>
      <button type="button" className={className} onClick={chooseFile}>
        Import profiles
      </button>
      {fileField}
      <output className="import-result">
        {error ? `${describeAppError(error).title}. ${describeAppError(error).text}` : null}
        {refused.map(({ name, problem }) => (
          <span key={name}>
            {name} wasn't added. {problem}
          </span>
        ))}
      </output>
    </>
  );
};
