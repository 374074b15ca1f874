import { type Page, type Section, sectionsOf } from './sections-of.ts';

const maxResults = 12;
const base = new URL('.', (document.currentScript as HTMLScriptElement).src);
const root = document.documentElement;

const storedTheme = (): string | null => {
  try {
    return localStorage.getItem('theme');
  } catch {
    return null;
  }
};
const setTheme = (theme: string) => (root.dataset['theme'] = theme);
setTheme(storedTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));

const scoreOf = (section: Section, words: readonly string[]): number => {
  const title = section.title.toLowerCase();
  const text = section.text.toLowerCase();
  if (!words.every((word) => title.includes(word) || text.includes(word))) return 0;
  return 1 + words.filter((word) => title.includes(word)).length;
};

const resultItem = ({ title, url, text }: Section): HTMLLIElement => {
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href: new URL(url, base).href, textContent: title });
  const start = Object.assign(document.createElement('small'), { textContent: text.trim().slice(0, 120) });
  item.append(link, start);
  return item;
};

document.addEventListener('DOMContentLoaded', () => {
  const input = document.querySelector<HTMLInputElement>('#search');
  const results = document.querySelector<HTMLElement>('#results');
  const theme = document.querySelector<HTMLButtonElement>('#theme');
  const menu = document.querySelector<HTMLDetailsElement>('.menu');
  if (!input || !results || !theme || !menu) return;

  menu.open = matchMedia('(min-width: 52rem)').matches;
  const nameTheme = () => (theme.textContent = root.dataset['theme'] === 'dark' ? 'Light theme' : 'Dark theme');
  nameTheme();
  theme.addEventListener('click', () => {
    const next = setTheme(root.dataset['theme'] === 'dark' ? 'light' : 'dark');
    nameTheme();
    try {
      localStorage.setItem('theme', next);
    } catch {
      // Without storage, the theme lasts until the user leaves the page.
    }
  });

  let sections: Promise<readonly Section[]> | undefined;
  const search = async () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    results.hidden = words.length === 0;
    if (words.length === 0) return;
    try {
      sections ??= fetch(new URL('search.json', base)).then(async (reply) =>
        ((await reply.json()) as readonly Page[]).flatMap(sectionsOf),
      );
      const scored = (await sections).map((section) => ({ section, score: scoreOf(section, words) }));
      const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
      const list = document.createElement('ul');
      list.append(...found.slice(0, maxResults).map(({ section }) => resultItem(section)));
      results.replaceChildren(found.length === 0 ? 'No matches. Try another word.' : list);
    } catch {
      sections = undefined;
      results.replaceChildren("We couldn't load the search. Check your connection and try again.");
    }
  };
  input.addEventListener('input', () => void search());
  document.addEventListener('keydown', (event) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key === '/' && !hasModifier && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    } else if (event.key === 'Escape') {
      input.value = '';
      results.hidden = true;
    }
  });
});
