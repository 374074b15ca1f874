import { showToast } from '../messages/toast.tsx';
import { Copy } from 'lucide-react';
import { IconButton } from './button.tsx';
import { looksLikeUuid, shortIdText } from '../values/ids.tsx';
import { tip } from '../tooltip/tip.ts';

const writeLater = async (text: Promise<string>): Promise<void> => {
  const blob = text.then((known) => new Blob([known], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
};

/**
 * Copies a string and confirms it in a toast. `what` names the string: "Copied the details". If the string isn't ready
 * yet, pass a promise, because browsers refuse a copy that starts seconds after the click.
 */
export const copyText = (text: string | Promise<string>, what: string): void => {
  const copying = typeof text === 'string' ? navigator.clipboard.writeText(text) : writeLater(text);
  copying.then(
    () => showToast(`Copied ${what}`, 'done'),
    () => showToast(`Couldn't copy ${what}. Allow this page to use the clipboard, then try again.`, 'note'),
  );
};

const nameOf = (text: string, label: string): string => {
  if (looksLikeUuid(text)) return shortIdText(text);
  return text.length <= 40 && !text.includes('\n') ? text : label.replace(/^Copy /, 'the ');
};

export const CopyButton = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <span className="copy-button">
    <IconButton
      label={label}
      icon={Copy}
      size="small"
      variant="ghost"
      onPress={() => copyText(text, nameOf(text, label))}
    />
  </span>
);

export const RowCopy = ({ id }: { readonly id: string }) => (
  <button
    type="button"
    className="row-copy"
    tabIndex={-1}
    aria-label="Copy ID"
    {...tip('Copy ID', { shortcut: 'C' })}
    onClick={(event) => {
      event.stopPropagation();
      copyText(id, shortIdText(id));
    }}
  >
    <Copy size={14} aria-hidden="true" />
  </button>
);
