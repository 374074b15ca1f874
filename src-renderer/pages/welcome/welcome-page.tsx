import { Link, useSearch } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { ImportProfiles } from '../../components/dialogs/import-profiles.tsx';
import { FerryMark } from '#ui/brand/ferry-mark.tsx';
import { HarbourScene } from '#ui/brand/harbour-scene.tsx';
import { ConnectCard } from './connect-card.tsx';
import { SandboxCard } from './sandbox-card.tsx';
import './welcome-page.css';

export const WelcomePage = () => {
  const { start } = useSearch({ from: '/welcome' });
  return (
    <div className="welcome grow">
      <div className="welcome-content row">
        <FerryMark size={44} />
        <h1>Welcome to Ferry Console</h1>
        <p className="welcome-lead">Look up migrations, and try the modal as your users see it.</p>
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
