import './kbd.css';

/** A key as it stands on the keyboard; decoration beside a name, so screen readers get it from `aria-keyshortcuts`. */
export const Kbd = ({ children }: { readonly children: string }) => (
  <kbd className="kbd" aria-hidden="true">
    {children}
  </kbd>
);

/** Whether this is a Mac, whose keys are named otherwise. */
const isMac = (): boolean => navigator.platform.startsWith('Mac');

/** The name of the key that stands before a letter in shortcuts of programs. */
export const commandKey = (): string => (isMac() ? '⌘' : 'Ctrl');

/** Whether the key of shortcuts is held, and no other one. */
export const isCommand = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  !altKey && !shiftKey && (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey);
