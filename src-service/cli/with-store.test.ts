import { Command } from 'commander';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestService } from '../testing/test-service.ts';
import { placeOptions } from './flags.ts';
import { onStore } from './with-store.ts';

test('a command prints a new secret even if closing the store fails', { tags: '@X24' }, async () => {
  const service = await openTestService({ migrations: 0, companies: 0 });
  onTestFinished(() => service.end());
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  // A database that is closed twice throws an error.
  const create = onStore(async ({ store }) => {
    await store.close();
    return { apiKey: 'secret' };
  });
  const program = new Command('create').action(create);
  for (const option of placeOptions('')) program.addOption(option);
  await expect(program.parseAsync([...service.data.flags], { from: 'user' })).rejects.toThrow('not open');
  expect(write.mock.calls).toEqual([['{"apiKey":"secret"}\n']]);
});
