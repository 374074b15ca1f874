import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import { copyOf, find, make, type View } from './card.ts';

const known = ['Ledgerline', 'Tallyroom', 'Crewbase', 'Harborpay', 'Peopledock', 'Sumtrail'];
const colours = 9;

/** Gives the tile in `within` its colour: that of a known provider, else one of its name's hash. */
const colourTile = (within: ParentNode, name: string): void => {
  let hash = known.indexOf(name);
  if (hash < 0) for (const character of name) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  find('.tile', within).classList.add(`t${hash % colours}`);
};

/** The first letter of a provider's name, for its tile. */
const letterOf = (name: string): string => name.charAt(0).toUpperCase();

const fewProviders = 5;

/** Step 1: the providers that this modal offers. */
export const chooseProvider = (state: ModalState, choose: (provider: string) => void): View => ({
  key: 'choose',
  step: 1,
  build: () => {
    const copy = copyOf('choose');
    const list = find('.providers', copy);
    const nothing = find('.nothing', copy);
    for (const { name, kind } of state.providers) {
      const row = copyOf('provider', { name, kind, letter: letterOf(name) });
      colourTile(row, name);
      find('button', row).addEventListener('click', () => choose(name));
      list.append(row);
    }
    const rows = [...list.children] as HTMLElement[];
    const search = find<HTMLInputElement>('.search input', copy);
    find('.search', copy).hidden = rows.length < fewProviders;
    search.addEventListener('input', () => {
      const wanted = search.value.trim().toLowerCase();
      for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
      nothing.hidden = rows.some((row) => !row.hidden);
    });
    return copy;
  },
});

/** Users that drive the scenarios of the migration engine, and what each makes of the copy. */
const practiceUsers = {
  good: 'everything arrives',
  partial: 'some attachments do not',
  failing: 'stops half way',
  slow: 'takes three minutes',
  'needs-input': 'asks a question',
  abandons: 'gives the login up',
  wrong: 'the login is refused',
} as const;

/** Step 2: the practice login. What is typed stays in the form until it is sent, and is sent to Ferry only. */
export const logIn = (
  state: ModalState,
  provider: string,
  send: (userName: string, password: string) => Promise<void>,
  chooseAnother: () => void,
): View => ({
  key: `login ${provider}`,
  step: 2,
  build: () => {
    const copy = copyOf('login', {
      letter: letterOf(provider),
      title: `Log in to ${provider}`,
      text: 'Ferry uses this login once, to make the copy.',
      practice: `This is a practice login. Nothing is sent to ${provider}, and the password is not kept.`,
    });
    colourTile(copy, provider);
    const form = find<HTMLFormElement>('form', copy);
    const user = find<HTMLInputElement>('[name=user]', copy);
    const password = find<HTMLInputElement>('[name=password]', copy);
    const eye = find('.password button', copy);
    const button = find<HTMLButtonElement>('.primary', copy);
    if (state.user_id.includes('@')) user.value = state.user_id;
    eye.addEventListener('click', () => {
      const isShown = password.type === 'password';
      password.type = isShown ? 'text' : 'password';
      eye.setAttribute('aria-pressed', String(isShown));
    });
    if (!state.practice_users) find('details', copy).hidden = true;
    for (const [name, outcome] of Object.entries(practiceUsers)) {
      const choice = make('button', '', { type: 'button' });
      choice.append(make('span', `${name}@example.com`), make('small', outcome));
      choice.addEventListener('click', () => {
        user.value = `${name}@example.com`;
        password.focus();
      });
      const row = make('li');
      row.append(choice);
      find('.users', copy).append(row);
    }
    find('.other', copy).addEventListener('click', chooseAnother);
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      button.disabled = true;
      await send(user.value.trim(), password.value);
      button.disabled = false;
    });
    return copy;
  },
});
