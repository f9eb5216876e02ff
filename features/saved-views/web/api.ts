import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import type { SavedView } from '../contract.ts';
import { MESSAGES } from './messages.ts';
import { savedViewsQuery } from './queries.ts';

/** A view before it is saved. */
export type NewView = Pick<SavedView, 'page' | 'name' | 'filters' | 'is_shared'>;

/** Saves a new view, or the changed one with this id. */
export function useSaveView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, view: { page, ...change } }: { id: number | null; view: NewView }) =>
      id === null ? api.saveView({ body: { page, ...change } }) : api.changeSavedView({ params: { id }, body: change }),
    onSuccess: (views) => client.setQueryData(savedViewsQuery.queryKey, views),
  });
}

/** Takes a view of someone else out of everyone's list. */
export function useUnshareView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SavedView) => api.changeSavedView({ params: { id }, body: { is_shared: false } }),
    onSuccess: (views, { name, saved_by }) => {
      client.setQueryData(savedViewsQuery.queryKey, views);
      showResult(MESSAGES.unshared(name, saved_by));
    },
  });
}

/** Deletes a view, and offers Undo. */
export function useDeleteView() {
  const client = useQueryClient();
  const store = (views: SavedView[]) => client.setQueryData(savedViewsQuery.queryKey, views);
  const restore = async (view: SavedView): Promise<void> => {
    const { page, name, filters, is_shared } = view;
    try {
      store(await api.saveView({ body: { page, name, filters, is_shared } }));
    } catch (error) {
      showOffer({ color: 'red', message: errorText(error, MESSAGES.restoreFailed), label: 'Try again', onClick: () => void restore(view) });
    }
  };
  return useMutation({
    mutationFn: ({ id }: SavedView) => api.deleteSavedView({ params: { id } }),
    onSuccess: (views, view) => {
      store(views);
      showOffer({ message: MESSAGES.deleted(view.name), label: 'Undo', onClick: () => void restore(view) });
    },
  });
}
