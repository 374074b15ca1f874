import { Link } from '@tanstack/react-router';
import { brand } from '#shared/brand.ts';
import { documentationOf } from '#shared/migration-api/documentation.ts';
import { useConsoleState } from '../../api/profiles.ts';
import { FerryMark } from '#ui/brand/ferry-mark.tsx';
import { useSelfCheck } from '../../api/settings.ts';
import { OutsideAddress } from './settings-parts.tsx';
import { SettingsError } from './settings-error.tsx';

const programNames: Readonly<Record<string, string>> = {
  electron: 'Electron',
  chrome: 'Chromium',
  node: 'Node',
  v8: 'V8',
  openssl: 'OpenSSL',
};

const Documentation = ({ baseURL }: { readonly baseURL: string | null }) => {
  const address = documentationOf(baseURL);
  if (address === null) return null;
  return (
    <div>
      <dt>Service documentation</dt>
      <dd className="gap-4 shrink row">
        <OutsideAddress address={address} copyLabel="Copy the documentation's URL" />
      </dd>
    </div>
  );
};

export const AboutSection = () => {
  const state = useConsoleState();
  const query = useSelfCheck();
  const { data } = query;
  const host = state?.host === 'electron' ? 'Desktop' : 'In this browser';
  const links = data?.items.filter(({ group }) => group === 'links') ?? [];
  return (
    <section className="settings-section" aria-labelledby="about-title">
      <div className="about-head">
        <FerryMark size={44} />
        <div>
          <h2 id="about-title">{brand.consoleName}</h2>
          <p className="settings-help note">
            {state ? `Version ${state.version}. ${host}.` : null} No telemetry, no remote content.
          </p>
          <p className="settings-help note">
            The console doesn't update itself and never checks for updates. Your administrator installs new versions.{' '}
            <Link to="/help">User guide</Link>
          </p>
        </div>
      </div>
      <SettingsError read={query} />
      <dl className="settings-card outlined about-list ruled">
        {data?.versions.map(({ name, version }) => (
          <div key={name}>
            <dt>{programNames[name] ?? name}</dt>
            <dd className="shrink text-anywhere mono">{version}</dd>
          </div>
        ))}
      </dl>
      {state ? (
        <dl className="settings-card outlined about-list ruled">
          <Documentation baseURL={state.profile.baseURL} />
          {links.map(({ name, found }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="shrink text-anywhere">{found}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
};
