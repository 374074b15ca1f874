import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createContentWorker } from '#service/content-worker/content-worker.ts';
import { newLogin } from '#service/providers/login.ts';
import { davDestination } from '#service/providers/dav/dav-destination.ts';
import { davSource } from '#service/providers/dav/dav-source.ts';
import { makeCollection, putItem } from '#test/fixtures/providers/dav-requests.ts';
import { startServer } from '#test/fixtures/providers/start-server.ts';

const content = createContentWorker();
afterAll(() => content.stop());
const rules = { allowLoopback: true };
const { signal } = new AbortController();
const card = (uid: string) =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:${uid}\r\nFN:Ada ${uid}\r\nN:Ada;${uid};;;\r\nEND:VCARD\r\n`;
const oddNames = ['q?mark.vcf', 'a#hash.vcf', 'a b.vcf', 'ü.vcf'];

describe.each(['cyrus', 'davical', 'sogo', 'radicale-newest', 'xandikos-newest'] as const)(
  'the adapter with the server %s',
  { tags: '@X31' },
  (name) => {
    test(
      'a login succeeds, a wrong password is rejected, and items are read and written',
      { tags: '@X31', timeout: 300_000 },
      async () => {
        const server = await startServer(name);
        onTestFinished(() => server.close());
        const addressBook = await makeCollection(server, 'ada', 'contacts', 'friends');
        const names = Array.from({ length: 60 }, (_, index) => `c${index}.vcf`).concat(oddNames);
        const statuses = new Map<string, number>();
        for (const [index, one] of names.entries())
          statuses.set(
            one,
            await putItem(server, 'ada', `${addressBook}${encodeURIComponent(one)}`, card(`u${index}`)),
          );
        // Radicale rejects a name with a question mark.
        const storedCount = [...statuses.values()].filter((status) => status === 201).length;
        expect(storedCount).toBeGreaterThanOrEqual(names.length - 1);
        const source = davSource({ name, kind: 'dav', category: 'other', address: server.url }, { rules, content });
        const logIn = (password: string) => source.logIn(newLogin('ada'), { userName: 'ada', password }, 0);
        expect(await logIn('wrong')).toMatchObject({ login: { trouble: 'password_refused' } });
        const { login, found } = await logIn(server.password('ada'));
        expect(login.trouble).toBe(null);
        const friends = found?.collections.find((collection) => collection.name === 'friends');
        expect(friends).toMatchObject({ kind: 'contacts', count: storedCount });
        const reasons: string[] = [];
        for (let run = 0; run < 3; run++) {
          const paths: string[] = [];
          for await (const { id } of found?.account.items(friends?.id ?? '', signal) ?? []) paths.push(id);
          for (const path of paths) {
            const item = await found?.account.read(path, signal).catch((error: Error) => error.message);
            if (typeof item !== 'object') reasons.push(`${path} ${item}`);
          }
        }
        expect(reasons).toEqual([]);
        const destination = davDestination(
          { address: server.url, user: 'grace', password: server.password('grace'), isShared: false },
          { rules, content },
        );
        const collectionPath = await destination.prepare(
          'k',
          { id: '/a/', kind: 'contacts', name: 'A & B', count: 1 },
          signal,
        );
        expect(await destination.prepare('k', { id: '/a/', kind: 'contacts', name: 'A & B', count: 1 }, signal)).toBe(
          collectionPath,
        );
        const places = [0, 1, 2].map((index) => `${collectionPath}p${index}.vcf`);
        for (const place of places)
          expect(await destination.write(place, Buffer.from(card(place)), { signal })).toBe('written');
        expect(await destination.write(places[0] ?? '', Buffer.from(card(places[0] ?? '')), { signal })).toBe(
          'occupied',
        );
        const taken = await destination.taken(collectionPath, signal);
        const together = await destination.readTogether?.(places, signal);
        for (const place of places) {
          const { revision } = (await destination.read(place, signal)) ?? {};
          expect(revision).toMatch(/^"/);
          expect([place, taken.get(place), together?.get(place)?.revision]).toEqual([place, revision, revision]);
        }
        expect([taken.size, together?.size]).toEqual([places.length, places.length]);
        const photo = `PHOTO;ENCODING=b;TYPE=JPEG:${Buffer.alloc(3_000_000, 7).toString('base64')}\r\nEND:VCARD`;
        const large = `${collectionPath}large.vcf`;
        expect([
          large,
          await destination.write(large, Buffer.from(card('large').replace('END:VCARD', photo)), { signal }),
        ]).toEqual([large, 'written']);
      },
    );
  },
);
