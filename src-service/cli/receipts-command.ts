import type { Command } from 'commander';
import { publicKeyOf } from '../receipts/receipt-proof.ts';
import { onStore } from './with-store.ts';

export const addReceipts = (program: Command): void => {
  program
    .command('receipts')
    .description('Manage the key that signs receipts of migrations.')
    .command('key')
    .description('Print the public key that ferry-verify receipt needs to check signatures.')
    .action(onStore(async ({ store }) => ({ publicKey: publicKeyOf(await store.receiptKeys.privateKey()) })));
};
