import { Anchor, Box, FlaskConical, type LucideIcon } from 'lucide-react';
import './environment-tag.css';

type Environment = 'production' | 'test' | 'sandbox';

/** `rest` is the end of the word, which is hidden where space is short. */
const styles: Record<Environment, { readonly icon: LucideIcon; readonly label: string; readonly rest: string }> = {
  production: { icon: Anchor, label: 'Prod', rest: 'uction' },
  test: { icon: FlaskConical, label: 'Test', rest: '' },
  sandbox: { icon: Box, label: 'Sandbox', rest: '' },
};

export const EnvironmentTag = ({ environment }: { readonly environment: Environment }) => {
  const { icon: Icon, label, rest } = styles[environment];
  return (
    <span className="environment-tag" data-environment={environment}>
      <Icon size={10} strokeWidth={2.5} aria-hidden="true" />
      <span>
        {label}
        <span className="environment-rest">{rest}</span>
      </span>
    </span>
  );
};

export const EnvironmentLine = ({ environment }: { readonly environment: Environment | undefined }) =>
  environment === undefined || environment === 'test' ? null : (
    <div className="environment-line" data-environment={environment} aria-hidden="true" />
  );
