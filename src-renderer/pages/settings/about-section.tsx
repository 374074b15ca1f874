import { brand } from '#shared/brand.ts';
import { useConsoleState } from '../../api/console-state.ts';
import { FerryMark } from '../../components/ferry-mark.tsx';
import { useSelfCheck } from './check-query.ts';

/** Which console this is, and what it runs on. */
export const AboutSection = () => {
  const state = useConsoleState();
  const { data } = useSelfCheck();
  const host = state?.host === 'electron' ? 'Desktop' : 'In this browser';
  return (
    <section className="settings-section" aria-labelledby="about-title">
      <div className="about-head">
        <FerryMark size={44} />
        <div>
          <h2 id="about-title">{brand.consoleName}</h2>
          <p className="settings-help">
            {state ? `Version ${state.version}. ${host}.` : null} No telemetry; nothing is loaded from elsewhere.
          </p>
        </div>
      </div>
      <dl className="settings-card about-list">
        {data?.versions.map(({ name, version }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono">{version}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
