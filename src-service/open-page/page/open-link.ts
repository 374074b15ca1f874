import { linkOfFragment, linkProblems, readDeepLink } from '#shared/deep-links/deep-link.ts';

const part = <Part extends HTMLElement>(id: string): Part => document.querySelector<Part>(`#${id}`) as Part;

/** Opens the link in the fragment. Any other fragment shows an error and opens nothing. */
const openLink = (): void => {
  const link = linkOfFragment(location.hash);
  const result = readDeepLink(link);
  const isValid = 'link' in result;
  part('found').hidden = !isValid;
  part('problem').textContent = isValid ? '' : linkProblems[result.problem];
  part('problem').hidden = isValid;
  if (!isValid) return;
  const { page, id } = result.link;
  const [one, several] = page === 'migrations' ? ['Migration', 'Migrations'] : ['Company', 'Companies'];
  part('target').textContent = id === null ? `A list of ${several?.toLowerCase()}` : `${one} ${id}`;
  part<HTMLAnchorElement>('open').href = link;
  location.assign(link);
};

addEventListener('hashchange', openLink);
// After the load event, because an earlier navigation would suppress it, and the browser would show that it still loads.
addEventListener('load', () => setTimeout(openLink));
