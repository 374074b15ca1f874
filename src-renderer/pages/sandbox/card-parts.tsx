import { type ReactNode, useId } from 'react';
import type { AppError } from '#shared/app-error.ts';
import { TextField } from '#ui/controls/controls.tsx';
import { ErrorLine } from '../../components/messages/error-line.tsx';

export const SandboxProblem = ({ text }: { readonly text: string }) => (
  <p className="note text-danger text-anywhere" role="alert">
    {text}
  </p>
);

interface SandboxCardProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
  readonly error?: AppError | null;
}

export const SandboxCard = ({ title, note, children, error = null }: SandboxCardProps) => {
  const id = useId();
  return (
    <section className="sandbox-card outlined" aria-labelledby={id}>
      <header className="sandbox-card-head row">
        <h2 id={id}>{title}</h2>
        <span className="muted text-right number">{note}</span>
      </header>
      <div className="sandbox-card-body">
        {children}
        {error?.code === 'invalid_request' && error.detail ? (
          <SandboxProblem text={error.detail} />
        ) : (
          <ErrorLine className="note text-danger text-anywhere" error={error} hasDetail={false} />
        )}
      </div>
    </section>
  );
};

interface CountFieldProps {
  readonly label: string;
  readonly value: string;
  readonly problem: string | null;
  readonly onText: (text: string) => void;
}

export const CountField = (field: CountFieldProps) => (
  <div className="sandbox-count">
    <TextField {...field} inputMode="numeric" />
  </div>
);

type ReadNumber = { readonly value: number | null; readonly problem: string | null };

export const readWholeNumber = (typed: string, name: string, min: number, max: number): ReadNumber => {
  const text = typed.replaceAll(/[\s,]/g, '');
  if (text === '') return { value: null, problem: null };
  const value = Number(text);
  return /^\d+$/.test(text) && value >= min && value <= max
    ? { value, problem: null }
    : { value: null, problem: `${name} must be a whole number from ${min} to ${max.toLocaleString('en-US')}.` };
};
