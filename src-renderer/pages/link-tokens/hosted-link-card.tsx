import { useState } from 'react';
import { TextField } from '#ui/controls/controls.tsx';
import { useConsole, useRead } from '../../api/console-api.ts';
import { useConsoleState } from '../../api/profiles.ts';
import { CreateHostedLink } from '../../components/create-hosted-link.tsx';

/** Absent if the service has no hosted links. */
export const HostedLinkCard = () => {
  const { api } = useConsole();
  const profile = useConsoleState()?.profile;
  const [userId, setUserId] = useState('');
  const { data: isOffered } = useRead(
    ['console', 'hosted-links', profile?.id, profile?.baseURL],
    (consoleApi, options) => consoleApi.linkTokens.hasHostedLinks({}, options),
    { retry: false },
  );
  if (!isOffered) return null;
  return (
    <section className="mint-card stack" aria-labelledby="hosted-link-title">
      <h2 id="hosted-link-title">A hosted link for one end user</h2>
      <p className="mint-about">The link opens the modal on a page of the service, for 7 days. Send it by email.</p>
      <TextField label="User ID" mono maxLength={254} value={userId} onText={setUserId} />
      <CreateHostedLink
        key={`${profile?.id} ${userId}`}
        label="Copy hosted link"
        disabledBecause={userId.trim() === '' ? 'Enter the user ID' : null}
        effect="With this link, the end user starts a real migration."
        create={(signal) => api.linkTokens.hostedLink({ userId, confirmed: true }, { signal })}
      />
    </section>
  );
};
