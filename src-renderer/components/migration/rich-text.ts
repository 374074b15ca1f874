import { showToast } from '#ui/messages/toast.tsx';

export interface RichText {
  readonly text: string;
  /** Null for text in another markup. */
  readonly html: string | null;
}

export const copyRichText = async ({ text, html }: RichText, done: string): Promise<boolean> => {
  try {
    const item = new ClipboardItem({
      'text/plain': new Blob([text], { type: 'text/plain' }),
      ...(html === null ? {} : { 'text/html': new Blob([html], { type: 'text/html' }) }),
    });
    await navigator.clipboard.write([item]);
  } catch {
    showToast("Couldn't copy. Select the text and copy it manually.", 'note');
    return false;
  }
  showToast(done, 'done');
  return true;
};
