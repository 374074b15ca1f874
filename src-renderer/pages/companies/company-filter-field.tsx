import { readSearchText } from '#shared/search-text/read-search-text.ts';
import { openLink } from '../../components/console-requests.ts';
import type { ListView } from '../../components/listing/list-view.ts';
import { linkHelp, SearchField } from '../../components/listing/search/search-field.tsx';
import { useLiveText } from '../../components/listing/search/use-live-text.ts';

/** Narrows the companies while one types. */
export const CompanyFilterField = ({ view }: { readonly view: ListView<'companies'> }) => {
  // Typing is one step of the history, not one for each letter.
  const { typed, type } = useLiveText(view.filters.text, (text) => view.change({ text }, 'replace'));
  const meaning = readSearchText(typed);
  const isLink = meaning.kind === 'link';
  const open = async (): Promise<boolean> => {
    if (!isLink) return false;
    type('');
    openLink(meaning.link);
    return true;
  };
  return (
    <SearchField
      name="Find by name or id"
      placeholder="Find by name or id"
      text={typed}
      onText={(text) => type(text, readSearchText(text).kind === 'link' ? '' : text)}
      onEnter={open}
      help={isLink ? linkHelp : null}
    />
  );
};
