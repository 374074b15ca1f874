import { Anchor, Box, FlaskConical, type LucideIcon } from 'lucide-react';
import './environment-tag.css';
import './environment-line.css';

type Environment = 'production' | 'test' | 'sandbox';

const styles: Record<Environment, { readonly icon: LucideIcon; readonly label: string; readonly short: string }> = {
  production: { icon: Anchor, label: 'Production', short: 'Prod' },
  test: { icon: FlaskConical, label: 'Test', short: 'Test' },
  sandbox: { icon: Box, label: 'Sandbox', short: 'Sandbox' },
};

export const EnvironmentTag = ({ environment }: { readonly environment: Environment }) => {
  const { icon: Icon, label, short } = styles[environment];
  return (
    <span className="environment-tag" data-environment={environment}>
      <Icon size={10} strokeWidth={2.5} aria-hidden="true" />
      <span className="environment-long">{label}</span>
      <span className="environment-short" aria-hidden="true">
        {short}
      </span>
    </span>
  );
};

/** A line at the top of the window: solid for production, dashed for the Sandbox. */
export const EnvironmentLine = ({ environment }: { readonly environment: Environment | undefined }) =>
  environment === undefined || environment === 'test' ? null : (
    <div className="environment-line" data-environment={environment} aria-hidden="true" />
  );
