import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { writeDeepLink } from '#shared/deep-links/deep-link.ts';
import { copyText } from '#ui/controls/controls.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import type { ConsoleApi } from '../../api/console-api.ts';
import { linkLine } from './link-words.ts';
import { readShareableLink } from './shareable-link.ts';

type SharedView = Omit<Parameters<typeof writeDeepLink>[0], 'service'>;

export const shareView = (api: ConsoleApi, view: SharedView, profile: ConsoleState['profile']): void => {
  const { environment, builtIn, baseURL, name } = profile;
  const service = { environment, baseURL: builtIn ? null : baseURL, profile: name };
  const linkResult = writeDeepLink({ ...view, service });
  if ('refusal' in linkResult) return showToast(linkResult.refusal, 'note');
  const text = readShareableLink(api).then((shareableLink) => shareableLink(linkResult.text));
  copyText(text, `the link to ${linkLine(linkResult.link)} in ${name}, without a key`);
};
