import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { davicalAdministrator } from '#test/fixtures/providers/davical-server.ts';
import { davRequest, listPaths, makeCollection, putItem } from '#test/fixtures/providers/dav-requests.ts';
import { type ProviderServer, type UserName, userNames } from '#test/fixtures/providers/provider-server.ts';
import { startServer } from '#test/fixtures/providers/start-server.ts';
import { card, entry as calendarEntry } from '../service/dav-migrating.ts';
import { endedStatuses, startMigrationService } from './migration-service.ts';

let source: ProviderServer;
let destination: ProviderServer;
beforeAll(async () => {
  [source, destination] = await Promise.all([startServer('radicale-debian'), startServer('davical')]);
  for (const user of userNames) {
    const place = await makeCollection(source, user, 'contacts', 'people');
    await putItem(source, user, `${place}friend.vcf`, card(`friend-of-${user}`, `Friend of ${user}`));
  }
});
afterAll(async () => {
  await Promise.all([source?.close(), destination?.close()]);
});

/** Copies both accounts, one after the other. */
const copyBoth = async (settings: Record<string, string>, files: Record<string, unknown> = {}): Promise<void> => {
  const service = await startMigrationService({ sourceUrl: source.url, destination: settings, files });
  onTestFinished(() => service.end());
  for (const user of userNames) {
    const migration = await service.openMigration(`${user}@example.com`);
    await migration.logIn({ user, password: 'secret' });
    await migration.startCopy();
    expect(await migration.reach(...endedStatuses)).toMatchObject({ status: 'COMPLETE' });
  }
};

/** An account's cards, and the names of its address books. */
const cardsOf = async (user: UserName): Promise<{ cards: readonly string[]; books: readonly string[] }> => {
  const created = (await listPaths(destination, user, destination.paths(user).contacts)).filter((path) =>
    path.includes('/ferry-'),
  );
  const cards: string[] = [];
  const addressBooks: string[] = [];
  for (const addressBook of created) {
    for (const place of await listPaths(destination, user, addressBook))
      cards.push(/^UID:(.*?)\r?$/m.exec(await (await davRequest(destination, user, 'GET', place)).text())?.[1] ?? '');
    const body = '<propfind xmlns="DAV:"><prop><displayname/></prop></propfind>';
    const response = await davRequest(destination, user, 'PROPFIND', addressBook, {
      body,
      headers: { depth: '0', 'content-type': 'text/xml' },
    });
    addressBooks.push(/displayname>(?:<!\[CDATA\[)?([^<\]]*)/.exec(await response.text())?.[1] ?? '');
    await davRequest(destination, user, 'DELETE', addressBook);
  }
  return { cards, books: addressBooks };
};

test('an accounts file assigns each end user an account', { tags: '@X29' }, async () => {
  const entry = (user: UserName) => ({ source: 'Harbour Mail', source_user: user, user, password: 'secret' });
  await copyBoth({ address: destination.url, accounts: 'accounts.json' }, { 'accounts.json': userNames.map(entry) });
  for (const user of userNames)
    expect(await cardsOf(user)).toEqual({ cards: [`friend-of-${user}`], books: ['people'] });
});

test('with administrator credentials, the end user’s email address selects the account', { tags: '@X29' }, async () => {
  await copyBoth({ address: `${destination.url}{user}/`, ...davicalAdministrator });
  for (const user of userNames)
    expect(await cardsOf(user)).toEqual({ cards: [`friend-of-${user}`], books: ['people'] });
});

test('the name of a copied collection from a shared account includes its owner', { tags: '@X29' }, async () => {
  await copyBoth({ address: destination.url, user: 'ada', password: 'secret' });
  const { cards, books } = await cardsOf('ada');
  expect(cards.toSorted()).toEqual(['friend-of-ada', 'friend-of-grace']);
  expect(books.toSorted()).toEqual(['people (ada)', 'people (grace)']);
});

test(
  'on Cyrus, the second copy of a meeting of two colleagues in a shared account is reported as a duplicate',
  { tags: '@X31' },
  async () => {
    // Cyrus refuses entries without an end.
    const meeting = calendarEntry('planning', 'Planning').replace('SUMMARY', 'DTEND:20260102T100000Z\r\nSUMMARY');
    for (const user of userNames) {
      const place = await makeCollection(source, user, 'events', 'office');
      onTestFinished(async () => void (await davRequest(source, user, 'DELETE', place)));
      expect(await putItem(source, user, `${place}planning.ics`, meeting)).toBe(201);
    }
    const cyrus = await startServer('cyrus');
    onTestFinished(() => cyrus.close());
    const shared = { address: cyrus.url, user: 'ada', password: cyrus.password('ada') };
    const service = await startMigrationService({ sourceUrl: source.url, destination: shared });
    onTestFinished(() => service.end());
    const reported: unknown[] = [];
    for (const user of userNames) {
      const migration = await service.openMigration(`${user}@example.com`);
      await migration.logIn({ user, password: 'secret' });
      await migration.startCopy(['office']);
      await migration.reach(...endedStatuses);
      reported.push((await migration.items()).map(({ state, reason }) => [state, reason]));
    }
    expect(reported).toEqual([[['copied', null]], [['failed', 'duplicate']]]);
  },
);

test(
  'an end user without an account at the destination is informed before the copy starts',
  { tags: '@X29' },
  async () => {
    const entry = { source: 'Harbour Mail', source_user: 'grace', user: 'grace', password: 'secret' };
    const service = await startMigrationService({
      sourceUrl: source.url,
      destination: { address: destination.url, accounts: 'accounts.json' },
      files: { 'accounts.json': [entry] },
    });
    onTestFinished(() => service.end());
    const migration = await service.openMigration('ada@example.com');
    expect(await migration.logIn({ user: 'ada', password: 'secret' })).toMatchObject({
      status: 'NOT_READY',
      login: { trouble: 'no_account' },
    });
  },
);

test('each end user signs in at the destination, and wrong passwords there are counted', { tags: '@X29' }, async () => {
  const service = await startMigrationService({
    sourceUrl: source.url,
    destination: { address: destination.url, sign_in: 'end_user' },
  });
  onTestFinished(() => service.end());
  for (const user of userNames) {
    const login = { user, password: 'secret' };
    const migration = await service.openMigration(`${user}@example.com`);
    const refused = await migration.logIn(login, { user, password: 'wrong' });
    expect(refused).toMatchObject({
      status: 'NOT_READY',
      login: { asks_destination: true, trouble: 'destination_refused' },
    });
    expect(await migration.logIn(login, login)).toMatchObject({ status: 'NOT_STARTED', login: { trouble: null } });
    await migration.startCopy();
    expect(await migration.reach(...endedStatuses)).toMatchObject({ status: 'COMPLETE' });
  }
  for (const user of userNames)
    expect(await cardsOf(user)).toEqual({ cards: [`friend-of-${user}`], books: ['people'] });
  const guesses = await service.openMigration('ada@example.com');
  const ada = { user: 'ada', password: 'secret' };
  const troubles: (string | null)[] = [];
  for (let attempt = 0; attempt < 6; attempt++)
    troubles.push((await guesses.logIn(ada, { user: 'grace', password: `guess ${attempt}` })).login.trouble);
  expect(troubles).toEqual([...Array.from({ length: 5 }, () => 'destination_refused'), 'too_many_tries']);
});

test('an interrupted copy continues only into the account that it started with', { tags: '@X31' }, async () => {
  const service = await startMigrationService({
    sourceUrl: source.url,
    destination: { address: destination.url, sign_in: 'end_user' },
  });
  onTestFinished(() => service.end());
  const ada = { user: 'ada', password: 'secret' };
  const migration = await service.openMigration('ada@example.com');
  await migration.logIn(ada, ada);
  destination.hang();
  await migration.startCopy();
  await service.kill();
  destination.recover();
  await migration.reach('PENDING_USER_INPUT');
  const refused = await migration.logIn(ada, { user: 'grace', password: 'secret' });
  expect(refused).toMatchObject({ status: 'PENDING_USER_INPUT', login: { trouble: 'other_account' } });
  await migration.logIn(ada, ada);
  expect(await migration.reach(...endedStatuses)).toMatchObject({ status: 'COMPLETE' });
  expect(await cardsOf('grace')).toEqual({ cards: [], books: [] });
  expect(await cardsOf('ada')).toEqual({ cards: ['friend-of-ada'], books: ['people'] });
});

test('a copy stops if the accounts file names another account during the copy', { tags: '@X31' }, async () => {
  const entry = { source: 'Harbour Mail', source_user: 'ada', user: 'ada', password: 'secret' };
  const service = await startMigrationService({
    sourceUrl: source.url,
    destination: { address: destination.url, accounts: 'accounts.json' },
    files: { 'accounts.json': [entry] },
  });
  onTestFinished(() => service.end());
  const start = async () => {
    const migration = await service.openMigration('ada@example.com');
    await migration.logIn({ user: 'ada', password: 'secret' });
    await migration.startCopy();
    return migration;
  };
  const first = await start();
  await first.reach(...endedStatuses);
  const [{ item = '', place = null } = {}] = await first.items();
  for (const [server, path] of [
    [source, item],
    [destination, String(place)],
  ] as const)
    await putItem(server, 'ada', path, card('friend-of-ada', `Friend at ${server.name}`));
  const migration = await start();
  expect(await migration.reach('PENDING_USER_INPUT')).toMatchObject({ question: { duplicates: 1 } });
  service.writeFile('accounts.json', [{ ...entry, user: 'grace' }]);
  await migration.answer('keep_both');
  expect(await migration.reach(...endedStatuses)).toMatchObject({ status: 'FAILED', reason: 'destination_failed' });
  expect(await cardsOf('grace')).toEqual({ cards: [], books: [] });
  expect(await cardsOf('ada')).toEqual({ cards: ['friend-of-ada'], books: ['people'] });
});
