import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import './environment-line.css';

type Environment = ConsoleState['profile']['environment'];

/** The line across the window: filled for production, dashed for the Sandbox. */
export const EnvironmentLine = ({ environment }: { readonly environment: Environment | undefined }) =>
  environment === undefined || environment === 'test' ? null : (
    <div className="environment-line" data-environment={environment} aria-hidden="true" />
  );
