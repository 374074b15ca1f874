/** Script of the modal page: reads the state of its modal, shows it, and posts what happens to the page around it. */
export const pageScript = `
const base = location.pathname.replace(/\\/$/, '');
const byId = (id) => document.getElementById(id);
let state;
let shown = '';

const post = (type, more = {}) => {
  if (!state?.parent_origin || window.parent === window) return;
  const data = { migration_id: state.migration_id, status: state.status, at: state.now, ...more };
  window.parent.postMessage({ source: 'ferry_modal', event: { type: 'migration_modal.' + type, data } }, state.parent_origin);
};

const call = async (path, body) => {
  const reply = await fetch(base + '/' + path, body && {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
  });
  const json = await reply.json();
  if (reply.ok) return json;
  throw new Error(json.message);
};

const element = (name, text = '', properties = {}) => Object.assign(document.createElement(name), { textContent: text, ...properties });
const button = (text, onclick) => element('button', text, { type: 'button', onclick });

const endings = {
  COMPLETE: ['All done', 'completed'],
  COMPLETED_WITH_FAILURES: ['Done, with gaps', 'completed'],
  FAILED: ['The copy stopped', 'failed'],
  LOGIN_ABANDONED: ['The login was not finished', 'cancelled'],
};

const take = (next) => {
  const before = state;
  state = next;
  if (before && before.status !== next.status) post('status_changed');
  const ending = endings[next.status];
  if (ending && before?.status !== next.status) post(ending[1], next.reason ? { reason: next.reason } : {});
  show();
};

const act = async (path, body = {}) => {
  try {
    take(await call(path, body));
  } catch (error) {
    byId('text').textContent = error.message;
  }
};

const view = (title, text, ...content) => {
  byId('title').textContent = title;
  byId('text').textContent = text;
  byId('content').replaceChildren(...content);
};

const loginForm = () => {
  const form = element('form');
  const user = element('input', '', { name: 'user', autocomplete: 'username', required: true, value: state.user_id.includes('@') ? state.user_id : '' });
  const password = element('input', '', { name: 'password', type: 'password', autocomplete: 'current-password', required: true });
  const field = (text, input) => { const label = element('label', text); label.append(input); return label; };
  form.append(field('Email', user), field('Password', password), element('button', 'Log in'));
  form.onsubmit = async (event) => {
    event.preventDefault();
    await act('login', { user_name: user.value, password: password.value });
    post(state.login_error ? 'login_failed' : 'login_succeeded');
  };
  return form;
};

const progressList = () => {
  const list = element('ul');
  for (const item of state.progress) {
    const row = element('li');
    row.append(element('span', item.label), element('span', item.state === 'waiting' ? 'Waiting' : item.done + ' of ' + item.total));
    list.append(row);
  }
  return list;
};

const choose = async (provider) => { await act('provider', { provider }); post('provider_selected'); };

const views = {
  NOT_READY: () => state.provider
    ? view('Log in to ' + state.provider, state.login_error ?? '', loginForm(), button('Choose another service', () => { state.provider = null; shown = ''; show(); }))
    : view('Where is your data now?', 'Choose the service you are moving from.', ...state.providers.map(({ name }) => button(name, () => choose(name)))),
  NOT_STARTED: () => view('Ready to copy', state.company_name ?? '', button('Start the copy', () => act('begin'))),
  WORKING: () => view('Copying your data', 'You can close this window. The copy goes on.', progressList()),
  PENDING_USER_INPUT: () => view('One question', state.question.text, ...state.question.options.map((option) => button(option, () => act('answer', { option })))),
};

const show = () => {
  const ending = endings[state.status];
  const key = JSON.stringify([state.status, state.provider, state.login_error, state.session_over]);
  if (key === shown && state.status !== 'WORKING') return;
  shown = key;
  if (ending) view(ending[0], state.gaps ?? '', ...(state.can_retry ? [button('Try again', async () => location.assign((await call('retry', {})).url))] : []));
  else if (state.session_over) view('This window was open too long', 'Start again to go on.');
  else views[state.status]();
};

byId('close').onclick = async () => {
  const wasOpen = !endings[state?.status];
  if (wasOpen) await act('close');
  post('closed');
};

const refresh = async () => {
  try {
    take(await call('state'));
  } catch (error) {
    byId('text').textContent = error.message;
  }
  if (!endings[state?.status]) setTimeout(refresh, 1000);
};
await refresh();
post('opened');
`;
