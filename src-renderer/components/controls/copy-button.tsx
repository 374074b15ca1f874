import { Copy } from 'lucide-react';
import { IconButton } from './button.tsx';
import { copyText } from './copy.ts';
import { looksLikeUuid, shortIdText } from '../values/ids.ts';

const nameOf = (text: string, label: string): string => {
  if (looksLikeUuid(text)) return shortIdText(text);
  return text.length <= 40 && !text.includes('\n') ? text : label.replace(/^Copy /, 'the ');
};

/** Puts a value on the clipboard; `label` says which: "Copy id". */
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
