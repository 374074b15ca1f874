import { PageHead } from '../../components/page-head.tsx';
import { AppearanceChoice } from './appearance-choice.tsx';
import './settings-page.css';

/** What the person chose for this console. */
export const SettingsPage = () => (
  <div className="settings">
    <PageHead title="Settings" />
    <div className="settings-body">
      <section className="settings-section" aria-labelledby="appearance-title">
        <h2 id="appearance-title">Appearance</h2>
        <p className="settings-help">System follows this computer.</p>
        <AppearanceChoice labelledBy="appearance-title" />
      </section>
    </div>
  </div>
);
