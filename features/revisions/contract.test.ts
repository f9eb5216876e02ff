import { expect, it } from 'vitest';
import { DELETED_ITEM_HEADER, deleteWithUndo } from './contract.ts';

it.each([
  ['17', 17],
  [null, null],
  ['', null],
  ['0', null],
  ['1.5', null],
  ['seventeen', null],
])('a reply with the header %j has the item id %j', async (told, deletedItem) => {
  const headers = new Headers(told === null ? {} : { [DELETED_ITEM_HEADER]: told });
  const call = async ({ onHeaders }: { onHeaders?: (headers: Headers) => void }) => {
    onHeaders?.(headers);
    return ['what remains'];
  };
  expect(await deleteWithUndo(call)).toEqual({ remaining: ['what remains'], deletedItem });
});

it('rethrows the error of a failed call', async () => {
  await expect(deleteWithUndo(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});
