import { type ComponentProps, useId } from 'react';
import { SelectBox } from '#ui/controls/form.tsx';
import './choice-field.css';

type ChoiceFieldProps<Value extends string> = ComponentProps<typeof SelectBox<Value>> & { readonly label: string };

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
