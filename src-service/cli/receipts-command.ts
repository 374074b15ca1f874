import type { Command } from 'commander';
import type { StoreFlags } from '../open-store.ts';
import { publicKeyOf } from '../receipts/receipt-proof.ts';
import { print, withStore } from './with-store.ts';

export const addReceipts = (program: Command): void => {
  program
    .command('receipts')
    .description('Manage the key that signs receipts of migrations.')
    .command('key')
    .description('Print the public key that ferry-verify receipt needs to check signatures.')
    .action((flags: StoreFlags) =>
      withStore('receipts key', flags, async ({ receiptKeys }) =>
        print({ publicKey: publicKeyOf(await receiptKeys.privateKey()) }),
      ),
    );
};
