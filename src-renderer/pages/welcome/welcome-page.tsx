import { Link, useSearch, useNavigate } from '@tanstack/react-router';
import { ShieldCheck, Box, Check } from 'lucide-react';
import { ImportProfiles } from '../../components/dialogs/import-profiles.tsx';
import { FerryMark } from '#ui/brand/ferry-mark.tsx';
import { HarbourScene } from '#ui/brand/harbour-scene.tsx';
import { ConnectCard } from './connect-card.tsx';
import { useEffect, useRef } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import { useConsole } from '../../api/console-api.ts';
import { useProfileList } from '../../api/profiles.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '#ui/controls/controls.tsx';
import './welcome-page.css';

const offers = [
  'All eight statuses, ready to explore',
  'The same API and the same modal as in production',
  'Nothing leaves this device',
] as const;

const SandboxCard = ({ takesFocus }: { readonly takesFocus: boolean }) => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const sandbox = useProfileList()?.profiles.find(({ builtIn }) => builtIn);
  const openButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) openButton.current?.focus();
  }, [takesFocus]);
  const { run, busy, error } = useAction(async () => {
    if (sandbox) await api.profiles.switch({ id: sandbox.id });
    await navigate({ to: '/migrations' });
  });
  return (
    <section className="welcome-card stack" aria-labelledby="sandbox-title">
      <h2 className="row gap-12" id="sandbox-title">
        <span className="welcome-icon filled">
          <Box size={18} aria-hidden="true" />
        </span>
        Try the Sandbox
      </h2>
      <p className="welcome-text muted">
        A complete Ferry Service on this device, with sample migrations and the real modal. No account needed.
      </p>
      <ul className="welcome-offers">
        {offers.map((offer) => (
          <li key={offer}>
            <Check size={14} aria-hidden="true" />
            {offer}
          </li>
        ))}
      </ul>
      {error ? <p className="welcome-problem">{describeAppError(error).title}.</p> : null}
      <Button
        ref={openButton}
        size="large"
        variant="primary"
        disabledBecause={busy ? 'Opening the Sandbox' : null}
        onPress={() => void run()}
      >
        Open the Sandbox
      </Button>
    </section>
  );
};

export const WelcomePage = () => {
  const { start } = useSearch({ from: '/welcome' });
  return (
    <div className="welcome stack grow">
      <div className="welcome-content row">
        <FerryMark size={44} />
        <h1>Welcome to Ferry Console</h1>
        <p className="welcome-lead muted">Look up migrations, and try the modal as your users see it.</p>
        <div className="welcome-cards">
          <SandboxCard takesFocus={start !== 'connect'} />
          <ConnectCard takesFocus={start === 'connect'} />
        </div>
        <p className="welcome-promise note">
          <ShieldCheck size={14} aria-hidden="true" />
          Nothing leaves this device until you connect. No telemetry, no update checks.
        </p>
        <div className="welcome-links">
          <Link to="/migrations" className="welcome-link">
            Back to the migrations
          </Link>
          <ImportProfiles className="welcome-link" />
          <Link to="/settings" search={{ section: 'self-check' }} className="welcome-link">
            Self-check
          </Link>
        </div>
      </div>
      <HarbourScene />
    </div>
  );
};
