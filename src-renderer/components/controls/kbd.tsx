import './kbd.css';

/** A key as it stands on the keyboard; decoration beside a name, so screen readers get it from `aria-keyshortcuts`. */
export const Kbd = ({ children }: { readonly children: string }) => (
  <kbd className="kbd" aria-hidden="true">
    {children}
  </kbd>
);
