import { expect } from 'vitest';
import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import { openModal } from './modal-flow.ts';
import type { TestService } from './test-service.ts';

/** Opens a modal and logs in. */
export const openMigration = async (service: TestService) => {
  const { path } = await openModal(service, 'ada@example.com');
  const post = async (call: string, body: unknown = {}) => {
    const reply = await service.send({ method: 'POST', url: `${path}/${call}`, bearer: null, body });
    expect(reply.status).toBe(200);
    return reply.body as unknown as ModalState;
  };
  const state = async () => (await service.send({ url: `${path}/state`, bearer: null })).body as unknown as ModalState;
  const logIn = () => post('login', { user_name: 'ada', password: 'secret' });
  await logIn();
  return {
    post,
    state,
    logIn,
    path,
    reach: async (status: string) => {
      await expect.poll(async () => (await state()).status).toBe(status);
    },
  };
};
