import { CircleX } from 'lucide-react';
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import './field.css';
import './text-field.css';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id' | 'aria-describedby'> {
  readonly label: string;
  /** At the right end of the label's line. */
  readonly labelNote?: string;
  /** Below the field. */
  readonly help?: ReactNode;
  /** Takes the place of the help. */
  readonly problem?: string | null | undefined;
  /** Ids, addresses, keys. */
  readonly mono?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A field with its name above and help or a problem below. */
export const TextField = ({ label, labelNote, help, problem, mono = false, inputRef, ...input }: TextFieldProps) => {
  const id = useId();
  const hasNote = Boolean(problem || help);
  return (
    <div className="text-field">
      <div className="text-field-head">
        <label htmlFor={id}>{label}</label>
        {labelNote === undefined ? null : <span className="text-field-aside">{labelNote}</span>}
      </div>
      <input
        {...input}
        ref={inputRef}
        id={id}
        className={mono ? 'field mono' : 'field'}
        aria-invalid={problem ? true : undefined}
        aria-describedby={hasNote ? `${id}-note` : undefined}
      />
      {hasNote ? (
        <p id={`${id}-note`} className={problem ? 'text-field-note wrong' : 'text-field-note'}>
          {problem ? <CircleX size={14} aria-hidden="true" /> : null}
          {problem ?? help}
        </p>
      ) : null}
    </div>
  );
};
