import { ChevronDown, CircleX } from 'lucide-react';
import {
  type ComponentProps,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useRef,
} from 'react';
import { Button, IconButton } from './controls.tsx';
import './field.css';
import './select.css';
import './text-field.css';
import './tick.css';

interface TextAreaProps extends Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'id' | 'aria-describedby' | 'onChange'
> {
  readonly label: string;
  readonly labelNote: string;
  readonly problem?: string | null;
  readonly onText: (text: string) => void;
}

/** A field with several lines. `className` styles the whole field. */
export const TextArea = (props: TextAreaProps) => {
  const { label, labelNote, problem = null, className = '', onText, ...area } = props;
  const id = useId();
  return (
    <div className={`stack ${className}`}>
      <div className="text-field-head">
        <label htmlFor={id}>{label}</label>
        <span className="note number">{labelNote}</span>
      </div>
      <textarea
        {...area}
        onChange={({ target }) => onText(target.value)}
        id={id}
        className="field mono"
        spellCheck={false}
        autoComplete="off"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-note` : undefined}
      />
      {problem ? (
        <p id={`${id}-note`} className="text-field-note wrong">
          {problem}
        </p>
      ) : null}
    </div>
  );
};

interface TickProps {
  readonly className: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly children: ReactNode;
  readonly onChange: (checked: boolean) => void;
}

export const Tick = ({ className, children, onChange, ...input }: TickProps) => (
  <label className={className}>
    <input {...input} type="checkbox" className="tick" onChange={({ target }) => onChange(target.checked)} />
    {children}
  </label>
);

export const FieldProblem = ({ id, text }: { readonly id?: string; readonly text: string }) => (
  <p id={id} className="text-field-note wrong" role="alert">
    <CircleX size={14} aria-hidden="true" />
    {text}
  </p>
);

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly onSubmit: () => void;
}

export const Form = ({ onSubmit, ...form }: FormProps) => (
  <form
    {...form}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  />
);

interface SelectBoxProps<Value extends string | number> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'value' | 'onChange' | 'children'
> {
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly boxClass?: string;
  readonly onChange: (value: Value) => void;
}

export const SelectBox = <Value extends string | number>(props: SelectBoxProps<Value>) => {
  const { options, boxClass = '', className = '', onChange, ...select } = props;
  return (
    <span className={`select-box ${boxClass}`}>
      <select
        {...select}
        className={`select ${className}`}
        onChange={({ target }) => {
          const chosen = options.find(([each]) => String(each) === target.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown size={12} aria-hidden="true" />
    </span>
  );
};

type ChoiceFieldProps<Value extends string> = SelectBoxProps<Value> & { readonly label: string };

export const ChoiceField = <Value extends string>({ label, ...select }: ChoiceFieldProps<Value>) => {
  const id = useId();
  return (
    <div className="choice-field gap-4 shrink stack">
      <label htmlFor={id} className="label">
        {label}
      </label>
      <SelectBox {...select} id={id} />
    </div>
  );
};

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onPress'> {
  readonly fileLabel: string;
  readonly accept?: string;
  readonly onFile: (file: File) => void;
}

/** Returns a hidden file field and a function that opens it. */
export const useFileField = (label: string, onFile: (file: File) => void, accept = 'application/json,.json') => {
  const field = useRef<HTMLInputElement>(null);
  return {
    chooseFile: () => field.current?.click(),
    fileField: (
      <input
        ref={field}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Lets the user choose the same file again.
          target.value = '';
          if (file) onFile(file);
        }}
      />
    ),
  };
};

export const FileButton = ({ fileLabel, accept, onFile, ...button }: FileButtonProps) => {
  const { chooseFile, fileField } = useFileField(fileLabel, onFile, accept);
  return (
    <>
      <Button {...button} onPress={chooseFile} />
      {fileField}
    </>
  );
};

export const GhostButton = (props: Omit<ComponentProps<typeof IconButton>, 'size' | 'variant'>) => (
  <IconButton {...props} size="small" variant="ghost" />
);
