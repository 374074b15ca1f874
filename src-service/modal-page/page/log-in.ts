import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import { copyOf, find, make, type View } from './card.ts';
import { fillTile } from './choose.ts';
import { text } from './text.ts';

const showSignInMethod = (view: ParentNode, provider: string): void => {
  const copy = copyOf('way');
  fillTile(copy, provider);
  find('.place', view).append(copy);
};

/** Shows why the provider refused a field, or that the field is empty. An undefined message clears the old message. */
const showRefusal = (view: ParentNode, field: HTMLInputElement, sentence: string): void => {
  const place = find('#refusal', view);
  find('span', place).textContent = sentence;
  place.hidden = !sentence;
  for (const other of field.form?.querySelectorAll('[aria-invalid]') ?? []) other.removeAttribute('aria-invalid');
  field.setAttribute('aria-invalid', String(!!sentence));
};

const refuseOnce = (view: HTMLElement, field: HTMLInputElement, failures: number, sentence: string): void => {
  if (view.dataset['failures'] === String(failures)) return;
  view.dataset['failures'] = String(failures);
  showRefusal(view, field, sentence);
  if (!sentence) return;
  field.focus();
  field.select();
};

const onSubmit = (view: ParentNode, send: () => void): void => {
  const form = find<HTMLFormElement>('form', view);
  form.onsubmit = (event) => {
    event.preventDefault();
    const invalidField = form.querySelector<HTMLInputElement>(':invalid');
    if (!invalidField) return send();
    showRefusal(form, invalidField, text('fillIn'));
    invalidField.focus();
  };
};

/** The typed user name, kept while the end user moves between steps. */
let typedName: string | undefined;

const listPracticeUsers = (
  view: ParentNode,
  users: ModalState['practice_users'],
  choose: (name: string) => void,
): void => {
  find('details', view).hidden = !users[0];
  for (const name of users) {
    const address = `${name}@example.com`;
    const choice = make('button', '', { type: 'button', onclick: () => choose(address) });
    choice.append(make('span', address), make('small', text(name)));
    const row = make('li');
    row.append(choice);
    find('.users', view).append(row);
  }
};

interface LoginActions {
  readonly send: (body: object) => void;
  readonly chooseAnother: () => void;
}

export const logIn = (state: ModalState, provider: string, { send, chooseAnother }: LoginActions): View => ({
  key: `login ${provider}`,
  step: 2,
  build: () => {
    const copy = copyOf('login');
    showSignInMethod(copy, provider);
    const user = find<HTMLInputElement>('[name=user]', copy);
    const password = find<HTMLInputElement>('[name=password]', copy);
    const showButton = find('.password button', copy);
    user.value = typedName ?? state.login.user_name ?? (state.user_id.includes('@') ? state.user_id : '');
    user.oninput = () => (typedName = user.value);
    showButton.onclick = () => {
      const isShown = password.type === 'password';
      password.type = isShown ? 'text' : 'password';
      showButton.setAttribute('aria-pressed', String(isShown));
    };
    listPracticeUsers(copy, state.practice_users, (name) => {
      user.value = typedName = name;
      password.focus();
    });
    const other = find('.other', copy);
    const { begun: startedAt } = state;
    other.onclick = chooseAnother;
    // The copy has started, so only this account can continue it. A retry needs the account of the first copy.
    other.hidden = !!(startedAt || state.retry_of);
    if (startedAt) find('.text p', copy).textContent = text('logInAgain');
    const form = find('form', copy);
    if (state.login.asks_destination) find('#refusal', form).before(copyOf('destination'));
    const atDestination = form.querySelectorAll<HTMLInputElement>('[name^=destination]');
    onSubmit(copy, () => {
      typedName = user.value.trim();
      const [userField, secret] = atDestination;
      const destination = userField && secret && { user_name: userField.value.trim(), password: secret.value };
      send({ user_name: typedName, password: password.value, destination });
    });
    return copy;
  },
  update: (view) => {
    const { trouble, failures, tries_left: count, asks_destination: asksDestination } = state.login;
    const refuse = (field: string, sentence: string): void =>
      refuseOnce(view, find(`[name=${field}]`, view), failures, sentence);
    if (trouble === 'destination_refused')
      return refuse('destination-password', text('login_refused', { provider: state.organization_name }));
    if (trouble === 'other_account')
      return refuse(
        asksDestination ? 'destination-user' : 'password',
        text(asksDestination ? 'other_accounts' : trouble),
      );
    const refusedText = text(count === null ? 'login_refused' : 'password_refused', { count: count ?? 0 });
    refuse('password', trouble === 'password_refused' ? refusedText : '');
  },
});

const codeLength = 6;

export const enterCode = (
  state: ModalState,
  provider: string,
  { send, back }: { send: (code: string) => void; back: () => void },
): View => ({
  key: `code ${provider}`,
  step: 2,
  build: () => {
    const copy = copyOf('code');
    showSignInMethod(copy, provider);
    const field = find<HTMLInputElement>('input', copy);
    const form = find('form', copy);
    const show = (isBackup: boolean): void => {
      document.body.classList.toggle('backup', isBackup);
      field.inputMode = isBackup ? 'text' : 'numeric';
      field.maxLength = isBackup ? codeLength * 2 : codeLength;
      field.value = '';
    };
    show(false);
    find('.turn', form).onclick = () => {
      show(!document.body.classList.contains('backup'));
      field.focus();
    };
    find('.other', copy).onclick = back;
    onSubmit(copy, () => send(field.value));
    return copy;
  },
  update: (view) => {
    const { trouble, failures } = state.login;
    const field = find<HTMLInputElement>('input', view);
    // A rejected code can't be used again, so this clears the field.
    if (view.dataset['failures'] !== String(failures)) field.value = '';
    refuseOnce(view, field, failures, trouble === 'code_refused' ? text(trouble) : '');
  },
});

let other: Window | null = null;

export const closeWindow = (): void => {
  other?.close();
  other = null;
};

export const otherWindow = (provider: string, url: string, chooseAnother: () => void): View => ({
  key: `window ${provider}`,
  step: 2,
  build: () => {
    const copy = copyOf('window', { host: new URL(url).host });
    showSignInMethod(copy, provider);
    const button = find('.primary', copy);
    const waitNote = find('.asked-window', copy);
    const hint = find('.window-hint', copy);
    button.textContent = text('openWindow');
    button.onclick = () => {
      if (other && !other.closed) other.focus();
      else other = window.open(url, 'ferry-login', 'popup,width=480,height=680');
      waitNote.hidden = false;
      // The browser blocked the pop-up, or opened it in another program.
      hint.hidden = other !== null;
      button.textContent = text(other ? 'showWindow' : 'openWindow');
    };
    find('.other', copy).onclick = chooseAnother;
    return copy;
  },
});
