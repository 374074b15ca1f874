import { useNavigate } from '@tanstack/react-router';
import { KeyRound, X } from 'lucide-react';
import { useState } from 'react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { Banner } from '#ui/messages/messages.tsx';
import { Button, IconButton } from '#ui/controls/button.tsx';

/** Days that the service's documentation recommends. Must equal the contract's value. */
const replaceAfterDays = 90;

export const KeyAgeBanner = ({ profile }: { readonly profile: ConsoleState['profile'] }) => {
  const navigate = useNavigate();
  const [closed, setClosed] = useState(false);
  const { key } = profile;
  if (closed || !key || key.refused || key.age === 'fresh') return null;
  const daysLeft = replaceAfterDays - key.ageDays;
  return (
    <div className="panel-banner">
      <Banner
        tone={key.age === 'replace' ? 'warning' : 'info'}
        icon={KeyRound}
        title={`The key is ${key.ageDays} days old.`}
        action={
          <>
            <Button size="small" onPress={() => void navigate({ to: '/settings', search: { profile: profile.id } })}>
              Replace key
            </Button>
            <IconButton
              label="Close this reminder"
              icon={X}
              size="small"
              variant="ghost"
              onPress={() => setClosed(true)}
            />
          </>
        }
      >
        {daysLeft > 0 ? `Rotate it within ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}.` : 'Rotate it now.'}
      </Banner>
    </div>
  );
};
