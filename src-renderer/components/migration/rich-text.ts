import { showToast } from '#ui/messages/toast.tsx';

export interface RichText {
  readonly text: string;
  readonly html: string;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => escapes[one] ?? one);

export const copyRichText = async ({ text, html }: RichText, done: string): Promise<boolean> => {
  try {
    const item = new ClipboardItem({
      'text/plain': new Blob([text], { type: 'text/plain' }),
      'text/html': new Blob([html], { type: 'text/html' }),
    });
    await navigator.clipboard.write([item]);
  } catch {
    showToast("Couldn't copy. Select the text and copy it manually.", 'note');
    return false;
  }
  showToast(done, 'done');
  return true;
};
