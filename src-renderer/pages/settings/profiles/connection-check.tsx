import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, PlugZap } from 'lucide-react';
import { useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { ConnectionTest, ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { readServiceAgain } from '../../../api/profiles.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '#ui/controls/button.tsx';
import { durationText } from '#ui/values/time-text.ts';

interface ConnectionCheckProps {
  readonly profile: ProfileView;
  readonly isDirty: boolean;
}

const sentence = ({ latencyMs, serviceVersion }: ConnectionTest): string =>
  `Responded in ${durationText(latencyMs)}.${serviceVersion === null ? '' : ` Service version ${serviceVersion}.`}`;

export const ConnectionCheck = ({ profile, isDirty }: ConnectionCheckProps) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const [found, setFound] = useState<ConnectionTest | null>(null);
  const { run, busy, error } = useAction(async (signal) => {
    setFound(null);
    setFound(await api.profiles.test({ id: profile.id }, { signal }));
    if (profile.key?.refused) void readServiceAgain(client);
  });
  const words = error ? describeAppError(error) : null;
  const checkObstacle = isDirty ? 'Save the changes first' : profile.key ? null : 'The profile has no key yet';
  return (
    <>
      <div className="address-check">
        <Button icon={PlugZap} busy={busy} disabledBecause={checkObstacle} onPress={() => void run()}>
          Test connection
        </Button>
      </div>
      <output className="address-result">
        {found && !isDirty ? (
          <span className="tone-good">
            <CircleCheck size={14} aria-hidden="true" />
            {sentence(found)}
          </span>
        ) : null}
        {words && error && !isDirty ? (
          <span className="found-bad text-danger">
            <CircleX size={14} aria-hidden="true" />
            <span>
              {words.title}. {words.text}
              {error.detail === undefined ? null : <span className="mono"> {error.detail}</span>}
            </span>
          </span>
        ) : null}
      </output>
    </>
  );
};
