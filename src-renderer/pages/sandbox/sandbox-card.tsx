import { useId, type ReactNode } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { AppError } from '#shared/app-error.ts';

interface SandboxCardProps {
  readonly title: string;
  /** At the right of the title: what holds now. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
  /** Of the last change. */
  readonly error?: AppError | null;
}

/** One thing that can be changed; how the last change failed stands at its foot. */
export const SandboxCard = ({ title, note, children, error = null }: SandboxCardProps) => {
  const id = useId();
  const words = error ? describeAppError(error) : null;
  return (
    <section className="sandbox-card" aria-labelledby={id}>
      <header className="sandbox-card-head">
        <h2 id={id}>{title}</h2>
        <span className="sandbox-card-note number">{note}</span>
      </header>
      <div className="sandbox-card-body">
        {children}
        {words && error ? (
          <p className="sandbox-problem" role="alert">
            {error.code === 'invalid_request' && error.detail ? error.detail : `${words.title}. ${words.text}`}
          </p>
        ) : null}
      </div>
    </section>
  );
};
