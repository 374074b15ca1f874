import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { FerryMark } from '../../components/tiles/ferry-mark.tsx';
import { ImportProfiles } from '../../components/dialogs/import-profiles.tsx';
import { ConnectCard } from './connect-card.tsx';
import { SandboxCard } from './sandbox-card.tsx';
import { WelcomeScene } from './welcome-scene.tsx';
import './welcome-page.css';

/** Two ways to begin: the Sandbox, which runs already, and one's own organization. */
export const WelcomePage = () => (
  <div className="welcome">
    <WelcomeScene />
    <div className="welcome-content">
      <FerryMark size={44} />
      <h1>Welcome to Ferry Console</h1>
      <p className="welcome-lead">Look migrations up, and try the modal the way your users see it.</p>
      <div className="welcome-cards">
        <SandboxCard />
        <ConnectCard />
      </div>
      <p className="welcome-promise">
        <ShieldCheck size={14} aria-hidden="true" />
        Nothing leaves this computer until you connect. No telemetry, no update checks unless you turn them on.
      </p>
      <div className="welcome-links">
        <Link to="/migrations" className="welcome-link">
          Back to the migrations
        </Link>
        <ImportProfiles className="welcome-link" />
        <Link to="/settings" search={{ section: 'self-check' }} className="welcome-link">
          Check this computer
        </Link>
      </div>
    </div>
  </div>
);
