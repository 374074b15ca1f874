import { showToast } from '../messages/toast-store.ts';

/** Puts text on the clipboard and says so; `what` names it in the message: "Copied the details". */
export const copyText = (text: string, what: string): void => {
  navigator.clipboard.writeText(text).then(
    () => showToast(`Copied ${what}`, 'done'),
    () => showToast('The clipboard could not be written. Select the text and copy it.', 'note'),
  );
};
