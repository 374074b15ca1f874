import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DavServer, hasDavServers, startDavServer, davServersNote } from '#test/fixtures/service/dav-servers.ts';
import { startPoisonedServer } from '#test/fixtures/service/poisoned-server.ts';
import { card, entry, inTime, openFlow, openMigrating } from './dav-migrating.ts';

let radicale: DavServer;
let xandikos: DavServer;

describe.skipIf(!hasDavServers)(`a migration between two servers${davServersNote}`, { tags: '@X29' }, () => {
  beforeAll(async () => {
    [radicale, xandikos] = await Promise.all([startDavServer('radicale'), startDavServer('xandikos')]);
    for (const [place, kind] of [
      ['/ada/people/', '<card:addressbook/>'],
      ['/ada/office/', '<cal:calendar/>'],
    ] as const)
      await radicale.request(
        'MKCOL',
        place,
        `<mkcol xmlns="DAV:" xmlns:card="urn:ietf:params:xml:ns:carddav" xmlns:cal="urn:ietf:params:xml:ns:caldav"><set><prop><resourcetype><collection/>${kind}</resourcetype><displayname>${place.split('/')[2]}</displayname></prop></set></mkcol>`,
      );
    for (let index = 0; index < 20; index++)
      await radicale.request('PUT', `/ada/people/p${index}.vcf`, card(`p${index}`, `Ada ${index}, Ltd; Ümläut`), {
        'content-type': 'text/vcard; charset=utf-8',
      });
    for (let index = 0; index < 5; index++)
      await radicale.request('PUT', `/ada/office/e${index}.ics`, entry(`e${index}`, `Day ${index}`), {
        'content-type': 'text/calendar; charset=utf-8',
      });
  });
  /** The destination's files of the first user, whose data an earlier test has copied. */
  const changedPlace = async (): Promise<readonly string[]> => {
    const places = (await xandikos.all('/ada/contacts/', '.vcf')).filter((place) => place.includes('/ferry-'));
    const texts = await Promise.all(places.map(async (place) => (await xandikos.request('GET', place)).text()));
    return places.filter((_place, index) => /UID:p0\r?\n/.test(texts[index] ?? ''));
  };
  afterAll(async () => {
    await Promise.all([radicale?.close(), xandikos?.close()]);
  });

  test('the selected collections are copied and verified, and no item is copied twice', async () => {
    const migrating = await openMigrating(radicale, xandikos);
    const flow = await openFlow(migrating);
    expect((await flow.logIn('nothing like it')).body.login).toMatchObject({ trouble: 'password_refused' });
    const loggedIn = await flow.logIn();
    expect(loggedIn.body).toMatchObject({ status: 'NOT_STARTED', company_name: 'ada', is_practice: false });
    const offered = loggedIn.body.progress;
    expect(offered).toMatchObject([
      { kind: 'contacts', name: 'people', total: 20 },
      { kind: 'events', name: 'office', total: 5 },
    ]);
    await flow.post('begin', { collections: [0] });
    const finalState = await flow.reach('COMPLETE', 'COMPLETED_WITH_FAILURES', 'FAILED');
    expect(finalState).toMatchObject({ status: 'COMPLETE', progress: [{ name: 'people', done: 20, total: 20 }] });
    expect(await xandikos.all('/ada/contacts/', '.vcf')).toHaveLength(20);
    expect(await xandikos.all('/ada/calendars/', '.ics')).toHaveLength(0);

    const secondFlow = await openFlow(migrating);
    await secondFlow.logIn();
    await secondFlow.post('begin');
    const secondState = await secondFlow.reach('COMPLETE', 'COMPLETED_WITH_FAILURES', 'PENDING_USER_INPUT', 'FAILED');
    expect(secondState).toMatchObject({ status: 'COMPLETE' });
    expect(await xandikos.all('/ada/contacts/', '.vcf')).toHaveLength(20);
    expect(await xandikos.all('/ada/calendars/', '.ics')).toHaveLength(5);
    await migrating.end();
  });

  test(
    'after an instance ends, the modal asks for the login again, and another instance continues',
    { tags: ['@X29', '@F51'] },
    async () => {
      const migrating = await openMigrating(xandikos, radicale);
      const flow = await openFlow(migrating);
      for (let index = 0; index < 60; index++)
        await xandikos.request('PUT', `/ada/contacts/addressbook/c${index}.vcf`, card(`c${index}`, `Bea ${index}`), {
          'content-type': 'text/vcard; charset=utf-8',
        });
      const offered = (await flow.logIn()).body.progress;
      await flow.post('begin', { collections: [offered.findIndex(({ name }) => name === 'addressbook')] });
      await inTime(async () => {
        // Stops after a few items, because the copy must not finish while they are counted.
        if ((await radicale.all('/ada/', '.vcf')).filter((place) => place.includes('/ferry-')).length < 5)
          throw new Error('nothing yet');
      });
      await migrating.crash();
      const loginState = await flow.reach('PENDING_USER_INPUT');
      expect(loginState).toMatchObject({ question: null, login: { step: 'password' } });
      const other = await flow.post('login', { user_name: 'eve', password: 'secret' });
      expect(other.body.login).toMatchObject({ trouble: 'other_account', user_name: 'ada' });
      expect((await flow.logIn()).body.status).toBe('WORKING');
      expect(await flow.reach('COMPLETE', 'COMPLETED_WITH_FAILURES')).toMatchObject({ status: 'COMPLETE' });
      expect((await radicale.all('/ada/', '.vcf')).filter((place) => place.includes('/ferry-'))).toHaveLength(60);
      await migrating.end();
    },
  );

  test('a password changed during a copy needs a new login, and an unavailable destination is retried', async () => {
    const migrating = await openMigrating(radicale, xandikos);
    const flow = await openFlow(migrating);
    const offered = (await flow.logIn()).body.progress;
    radicale.changePassword('another');
    await flow.post('begin');
    expect(await flow.reach('PENDING_USER_INPUT', 'COMPLETE')).toMatchObject({ status: 'PENDING_USER_INPUT' });
    expect((await flow.logIn('secret')).body.login).toMatchObject({ trouble: 'password_refused' });
    const other = await flow.post('login', { user_name: 'bea', password: 'secret' });
    expect(other.body.login).toMatchObject({ trouble: 'password_refused', user_name: 'ada' });
    await xandikos.stop();
    expect((await flow.logIn('another')).body.status).toBe('WORKING');
    await xandikos.start();
    const finalState = await flow.reach('COMPLETE', 'COMPLETED_WITH_FAILURES', 'FAILED');
    expect(finalState).toMatchObject({ status: 'COMPLETE' });
    expect(finalState.progress.map(({ done }) => done)).toEqual(offered.map(({ total }) => total));
    radicale.changePassword('secret');
    await migrating.end();
  });

  test.each([
    ['skip', 20, 'Changed there'],
    ['keep_newer', 20, 'Newer here'],
    ['keep_both', 21, 'Changed there'],
  ] as const)('an item that differs on both sides leads to a question: %s', async (option, cards, there) => {
    const migrating = await openMigrating(radicale, xandikos);
    const mail = { 'content-type': 'text/vcard; charset=utf-8' };
    const startRun = async () => {
      const flow = await openFlow(migrating);
      const offered = (await flow.logIn()).body.progress;
      await flow.post('begin', { collections: [offered.findIndex(({ name }) => name === 'people')] });
      return flow;
    };
    const [place = ''] = await changedPlace();
    await xandikos.request('PUT', place, card('p0', 'Changed there', 'REV:20260101T000000Z\r\n'), mail);
    await radicale.request('PUT', '/ada/people/p0.vcf', card('p0', 'Newer here', 'REV:20260201T000000Z\r\n'), mail);
    const before = (await xandikos.all('/ada/contacts/', '.vcf')).filter((one) => one.includes('/ferry-')).length;
    const flow = await startRun();
    expect(await flow.reach('PENDING_USER_INPUT', 'COMPLETE')).toMatchObject({ question: { duplicates: 1 } });
    await flow.post('answer', { option });
    expect(await flow.reach('COMPLETE', 'COMPLETED_WITH_FAILURES')).toMatchObject({ status: 'COMPLETE' });
    expect(await (await xandikos.request('GET', place)).text()).toContain(there);
    expect((await xandikos.all('/ada/contacts/', '.vcf')).filter((one) => one.includes('/ferry-'))).toHaveLength(
      before - 20 + cards,
    );
    await migrating.end();
  });

  test(
    'a collection that a slow source can’t count during login is offered without a number, and copied',
    { tags: '@X29' },
    async () => {
      const slow = await startPoisonedServer(radicale, new Map());
      slow.slowFolder = 'people';
      const migrating = await openMigrating(slow, xandikos, 5_000);
      const flow = await openFlow(migrating);
      // A busy machine may need another login.
      const { body } = await inTime(async () => {
        const reply = await flow.logIn();
        if (reply.body.progress.find(({ name }) => name === 'office')?.total !== 5)
          throw new Error('it is not counted');
        return reply;
      });
      expect(body.progress.find(({ name }) => name === 'people')).toMatchObject({ total: null, done: 0 });
      const both = body.progress.flatMap(({ name }, index) =>
        ['people', 'office'].includes(name ?? '') ? [index] : [],
      );
      await flow.post('begin', { collections: both });
      slow.slowFolder = '';
      expect(await flow.reach('COMPLETE', 'COMPLETED_WITH_FAILURES', 'FAILED')).toMatchObject({
        status: 'COMPLETE',
        progress: [
          { name: 'people', done: 20, total: 20 },
          { name: 'office', done: 5, total: 5 },
        ],
      });
      await migrating.end();
      slow.close();
    },
  );
});
