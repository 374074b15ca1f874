import { AppearanceChoice } from './appearance-choice.tsx';

/** How the console looks. */
export const AppearanceSection = () => (
  <section className="settings-section" aria-labelledby="appearance-title">
    <h2 id="appearance-title">Appearance</h2>
    <p className="settings-help">System follows this computer.</p>
    <AppearanceChoice labelledBy="appearance-title" />
  </section>
);
