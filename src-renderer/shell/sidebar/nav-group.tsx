import { useId, type ReactNode } from 'react';
import './nav-group.css';

interface NavGroupProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Pages that belong together, with their name above; on the rail only a gap is left of it. */
export const NavGroup = ({ label, children }: NavGroupProps) => {
  const id = useId();
  return (
    // A fieldset is for forms.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className="nav-group" role="group" aria-labelledby={id}>
      <span className="nav-group-label" id={id}>
        {label}
      </span>
      {children}
    </div>
  );
};
